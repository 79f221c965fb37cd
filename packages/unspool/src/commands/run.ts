// `unspool run`: one turn, live.

import type { SessionOptions } from "@unspool/client";
import type { Command, Given } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { checkSessionFlags, sessionFlags } from "../run/session-flags.ts";
import { VIEW_FLAGS } from "../view/flags.ts";

export const run: Command = {
  name: "run",
  takes: "[prompt]",
  summary: "one turn, live",
  details:
    "The prompt is the words given, a file, stdin if there is neither, or several of them (--file - with words puts stdin\n" +
    "behind them). Your own claude answers, with your own login. Ctrl-C interrupts the turn and keeps the session.",
  flags: [
    { name: "file", short: "f", value: "file", help: "the prompt, or more of it; - for stdin" },
    { name: "image", short: "i", value: "file", isRepeatable: true, help: "shown with the prompt (may be repeated)" },
    ...sessionFlags({
      asks: "; ask: you are asked, by key",
      stops: "the turn is stopped when it has cost this much (exit code 3)",
    }),
    { name: "schema", value: "file", help: "a JSON schema: prints the answer as JSON of that shape" },
    { name: "json", help: "events as NDJSON instead of the view" },
    { name: "raw", help: "what claude writes, as it is" },
    { name: "quiet", short: "q", help: "only the answer" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ['unspool run "Explain this folder"', "one turn in this folder"],
    ['git diff | unspool run "Review this" --file -', "words, and more on stdin"],
    ['unspool run --permission ask --budget 0.50 "Fix the failing test"', "asks before each change, stops at 50 cents"],
    ['unspool run --schema person.json "Who wrote this?" | jq .name', "data instead of text"],
    ['unspool run --simulate "hello"', "without claude"],
  ],
  async run(given, io) {
    checkChoices(given, io);
    const [{ runTurn }, { sessionOptions }] = await Promise.all([
      import("../run/run-turn.ts"),
      import("../run/session-options.ts"),
    ]);
    const schema = given.text("schema");
    const options = await sessionOptions(given, io);
    return runTurn(given, io, schema === undefined ? options : { ...options, schema: await readSchema(schema, io) });
  },
};

function checkChoices(given: Given, io: Io): void {
  const formats = ["json", "raw", "quiet"].filter((flag) => given.has(flag));
  if (formats.length > 1)
    throw new UsageError(`--${formats[0]} and --${formats[1]} exclude each other: give one of them.`);
  const isAsking = given.text("permission") === "ask";
  if (isAsking && (formats.length > 0 || io.stdin.isTTY !== true || io.stdout.isTTY !== true)) {
    throw new UsageError("--permission ask needs a terminal to ask in: give a mode, such as acceptEdits.");
  }
  checkSessionFlags(given);
}

async function readSchema(path: string, io: Io): Promise<NonNullable<SessionOptions["schema"]>> {
  const { readFile } = await import("../run/read-prompt.ts");
  try {
    const value: unknown = JSON.parse((await readFile(path, io)).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as NonNullable<SessionOptions["schema"]>;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = (error as Error).message.replaceAll(/\s+/g, " ");
    throw new UsageError(`${path} is no JSON: ${why}.`, EXIT.usage, { cause: error });
  }
  throw new UsageError(`${path} is no JSON schema: expected is an object.`);
}
