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
    "The prompt is the words given, a file, or stdin if there is neither. What is piped beside them goes along as material:\n" +
    "of the stream-json of another claude its answer, of anything else its text, up to 4 MiB; --file - puts it into the\n" +
    "prompt as it is. A pipe is read to its end, with a word on stderr after 3 s of silence; a socket, as programs give it\n" +
    "to those they start, must begin within 3 s; a device such as /dev/null is not read. A stream without a result ends\n" +
    "this with exit code 1, and nothing is asked. Your own claude answers, with your own login. Ctrl-C interrupts the\n" +
    "turn and keeps the session.",
  flags: [
    { name: "file", short: "f", value: "file", help: "the prompt, or more of it; - for stdin" },
    { name: "no-stdin", help: "leave stdin alone: for loops and scripts that read it themselves" },
    { name: "image", short: "i", value: "file", isRepeatable: true, help: "shown with the prompt (may be repeated)" },
    ...sessionFlags({
      asks: "; ask: you are asked, by key",
      stops: "the turn is stopped when it has cost this much (exit code 3)",
    }),
    { name: "schema", value: "file", help: "a JSON schema: prints the answer as JSON of that shape" },
    { name: "json", help: "events as NDJSON instead of the view" },
    { name: "raw", help: "what claude writes, as it is" },
    { name: "no-partial", help: "text comes block by block, not piece by piece: less to read with --json and --raw" },
    { name: "quiet", short: "q", help: "only the answer" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ['unspool run "Explain this folder"', "one turn in this folder"],
    ['git diff | unspool run "Review this"', "what is piped is material"],
    [
      'claude -p "Analyze auth.py" --output-format stream-json --verbose | unspool run "Summarize the analysis"',
      "a second session gets the answer of the first",
    ],
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
    const options: SessionOptions = {
      ...(await sessionOptions(given, io)),
      ...(given.has("no-partial") ? { partialMessages: false } : {}),
    };
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
  if (given.has("no-stdin") && given.text("file") === "-")
    throw new UsageError("--no-stdin and --file - exclude each other: give one of them.");
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
