// `unspool sessions`: list, search and resume what Claude Code has kept on this machine.

import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

const LISTED = 20;

export const sessions: Command = {
  name: "sessions",
  takes: "[text]",
  summary: "list, search and resume the sessions on this machine",
  details:
    "Newest first, from ~/.claude/projects (or CLAUDE_CONFIG_DIR). The cost is that of the session and its agents, as\n" +
    "unspool stats counts it. With a text: where it stands in prompts, answers, tool calls and their results, also\n" +
    "those of agents.\n" +
    "Exit code 1: nothing was found.",
  flags: [
    { name: "here", help: "only sessions that were started in this folder" },
    { name: "limit", short: "n", value: "number", help: `how many (default ${LISTED}; 0: all)` },
    { name: "role", value: "who", choices: ["user", "assistant", "tool"], help: "search only what this one said" },
    { name: "resume", short: "r", value: "id", help: "go on with this session (the beginning of its id is enough)" },
    { name: "print", help: "with --resume: only print the command line" },
    { name: "json", help: "one JSON object per line" },
    { name: "no-color", help: "no colours" },
  ],
  examples: [
    ["unspool sessions", "the last sessions"],
    ['unspool sessions "rate limit" --here', "where it was talked about, in this folder"],
    ["unspool sessions --resume 5c57a276", "starts claude where that session was left"],
    ["unspool sessions --json --limit 0 | jq -r .file", "all transcript files"],
  ],
  async run(given, io) {
    const [
      { countCost },
      { findSession, sessionsOf },
      { headLine, hitLines, sessionLine },
      style,
      { jsonLine },
      { writePaced },
    ] = await Promise.all([
      import("../export/counted-cost.ts"),
      import("../sessions/find-session.ts"),
      import("../sessions/table.ts"),
      import("../terminal/style.ts"),
      import("../output/json-line.ts"),
      import("../output/write-paced.ts"),
    ]);
    const all = await sessionsOf(io);
    const id = given.text("resume");
    if (id !== undefined) {
      if (given.words.length > 0) throw new UsageError("--resume takes an id, and no text to search beside it.");
      const { resumeSession } = await import("../sessions/resume.ts");
      const session = await findSession(all, id);
      if (session === undefined) throw new UsageError(`There is no session "${id}". See: unspool sessions`);
      return resumeSession(session, given.has("print"), io);
    }
    const limit = given.number("limit", { isWhole: true }) ?? LISTED;
    const role = (["user", "assistant", "tool"] as const).find((one) => one === given.text("role"));
    const options = {
      ...(given.has("here") ? { cwd: io.cwd } : {}),
      ...(limit === 0 ? {} : { limit }),
      ...(role === undefined ? {} : { role }),
    };
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const table = {
      now: Date.now(),
      home: io.env["HOME"],
      columns: io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    };
    const text = given.words.join(" ");
    const isJson = given.has("json");
    let found = 0;
    const write = (lines: readonly string[]): Promise<void> =>
      writePaced(io.stdout, `${lines.join("\n")}\n`, io.signal);
    if (text === "") {
      for await (const session of all.list(options)) {
        if (io.signal.aborted) return EXIT.interrupted;
        if (found === 0 && !isJson) await write([paint(headLine(table))]);
        found += 1;
        const costUsd = (await countCost(session.file, io.signal))?.totalUsd;
        await write([
          isJson ? jsonLine({ ...session, costUsd }, io.stdout) : paint(sessionLine(session, costUsd, table)),
        ]);
      }
    } else {
      for await (const hit of all.search(text, options)) {
        if (io.signal.aborted) return EXIT.interrupted;
        found += 1;
        await write(isJson ? [jsonLine(hit, io.stdout)] : hitLines(hit, table).map(paint));
      }
    }
    if (found > 0) return EXIT.ok;
    if (!isJson) io.stderr.write(text === "" ? "There is no session here yet.\n" : "It was found in no session.\n");
    return EXIT.failed;
  },
};
