// `unspool sessions`: lists, searches and resumes the sessions of Claude Code on this machine.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

const DEFAULT_LIMIT = 20;

export const sessions: CommandDefinition = {
  details:
    "Lists sessions of ~/.claude/projects (or CLAUDE_CONFIG_DIR), newest first. The cost includes agents, as in unspool\n" +
    "stats. A text is searched in prompts, answers, tool calls and their results, including those of agents.\n" +
    "Exit code 1: nothing was found.",
  flags: [
    { name: "here", help: "only sessions started in this folder" },
    { name: "limit", short: "n", value: "number", help: `number of sessions (default ${DEFAULT_LIMIT}; 0: all)` },
    { name: "role", value: "who", choices: ["user", "assistant", "tool"], help: "search only texts of this role" },
    { name: "resume", short: "r", value: "id", help: "resume this session (the beginning of its id is enough)" },
    { name: "print", help: "with --resume: print the command line instead of running it" },
    { name: "json", help: "print one JSON object per line" },
    { name: "no-color", help: "print without colors" },
  ],
  examples: [
    ["unspool sessions", "list the last sessions"],
    ['unspool sessions "rate limit" --here', "search the sessions of this folder"],
    ["unspool sessions --resume 5c57a276", "start claude with that session"],
    ["unspool sessions --json --limit 0 | jq -r .file", "list all transcript files"],
  ],
  async run(given, io) {
    const [
      { countCost },
      { findSession, openSessions },
      { formatHeading, formatHit, formatSession },
      style,
      { formatJsonLine },
      { writePaced },
    ] = await Promise.all([
      import("../export/counted-cost.ts"),
      import("../sessions/find-session.ts"),
      import("../sessions/table.ts"),
      import("../terminal/style.ts"),
      import("../output/json-line.ts"),
      import("../output/write-paced.ts"),
    ]);
    const all = await openSessions(io);
    const id = given.text("resume");
    if (id !== undefined) {
      if (given.positionals.length > 0)
        throw new UsageError("--resume takes an id and no text to search: remove the text.");
      const { resumeSession } = await import("../sessions/resume.ts");
      const session = await findSession(all, id);
      if (session === undefined) throw new UsageError(`There is no session "${id}". See: unspool sessions`);
      return resumeSession(session, given.has("print"), io);
    }
    const limit = given.number("limit", { isWhole: true }) ?? DEFAULT_LIMIT;
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
    const text = given.positionals.join(" ");
    const isJson = given.has("json");
    let found = 0;
    const write = (lines: readonly string[]): Promise<void> =>
      writePaced(io.stdout, `${lines.join("\n")}\n`, io.signal);
    if (text === "") {
      for await (const session of all.list(options)) {
        if (io.signal.aborted) return EXIT.interrupted;
        if (found === 0 && !isJson) await write([paint(formatHeading(table))]);
        found += 1;
        const costUsd = (await countCost(session.file, io.signal))?.totalUsd;
        await write([
          isJson ? formatJsonLine({ ...session, costUsd }, io.stdout) : paint(formatSession(session, costUsd, table)),
        ]);
      }
    } else {
      for await (const hit of all.search(text, options)) {
        if (io.signal.aborted) return EXIT.interrupted;
        found += 1;
        await write(isJson ? [formatJsonLine(hit, io.stdout)] : formatHit(hit, table).map(paint));
      }
    }
    if (found > 0) return EXIT.ok;
    if (!isJson) io.stderr.write(text === "" ? "There are no sessions yet.\n" : "No session contains that text.\n");
    return EXIT.failed;
  },
};
