// `unspool run`: runs one turn and shows it live.

import type { SessionOptions } from "@unspool/client";
import { isObject } from "@unspool/protocol/kit";
import type { CommandDefinition, ParsedArgs } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { checkSessionFlags, createSessionFlags } from "../run/session-flags.ts";
import { VIEW_FLAGS } from "../view/flags.ts";

export const run: CommandDefinition = {
  details:
    "The prompt is the arguments, a file, or stdin if there is neither. With a prompt, piped input is added as quoted\n" +
    "context: the answer if it is the stream-json of another claude, otherwise its text, up to 4 MiB. --file - makes it\n" +
    "part of the prompt. A pipe is read to its end, with a note on stderr after 3 s of silence. A socket, as in a program\n" +
    "that another one started, must send within 3 s. A device such as /dev/null is not read. A piped stream without a\n" +
    "result ends this with exit code 1, before anything is sent. Runs your own claude with your own login. Ctrl-C\n" +
    "interrupts the turn and keeps the session.",
  flags: [
    { name: "file", short: "f", value: "file", help: "file with the prompt or a part of it; - for stdin" },
    { name: "no-stdin", help: "do not read stdin, for loops and scripts that read it themselves" },
    { name: "image", short: "i", value: "file", isRepeatable: true, help: "image for the prompt (may be repeated)" },
    ...createSessionFlags({
      asks: "; ask: approve each by key",
      stops: "stop the turn when it has cost this much (exit code 3)",
    }),
    { name: "schema", value: "file", help: "JSON schema: print the answer as JSON of this schema" },
    { name: "json", help: "print events as NDJSON instead of the view" },
    { name: "raw", help: "print the lines of claude unchanged" },
    { name: "no-partial", help: "receive whole blocks of text without deltas: less output with --json and --raw" },
    { name: "quiet", short: "q", help: "print only the answer" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ['unspool run "Explain this folder"', "run one turn in this folder"],
    ['git diff | unspool run "Review this"', "add piped text as context"],
    [
      'claude -p "Analyze auth.py" --output-format stream-json --verbose | unspool run "Summarize the analysis"',
      "pass the answer of one session to another",
    ],
    ['unspool run --permission ask --budget 0.50 "Fix the failing test"', "approve each change, stop at 50 cents"],
    ['unspool run --schema person.json "Who wrote this?" | jq .name', "get data instead of text"],
    ['unspool run --simulate "hello"', "try it without claude"],
  ],
  async run(given, io) {
    checkChoices(given, io);
    const [{ runTurn }, { readSessionOptions }] = await Promise.all([
      import("../run/run-turn.ts"),
      import("../run/session-options.ts"),
    ]);
    const schema = given.text("schema");
    const options: SessionOptions = {
      ...(await readSessionOptions(given, io)),
      ...(given.has("no-partial") ? { partialMessages: false } : {}),
    };
    return runTurn(given, io, schema === undefined ? options : { ...options, schema: await readSchema(schema, io) });
  },
};

function checkChoices(given: ParsedArgs, io: Io): void {
  const formats = ["json", "raw", "quiet"].filter((flag) => given.has(flag));
  if (formats.length > 1)
    throw new UsageError(`--${formats[0]} and --${formats[1]} exclude each other: give one of them.`);
  const isAsking = given.text("permission") === "ask";
  if (isAsking && (formats.length > 0 || io.stdin.isTTY !== true || io.stdout.isTTY !== true)) {
    throw new UsageError("--permission ask needs a terminal: give another mode, such as acceptEdits.");
  }
  if (given.has("no-stdin") && given.text("file") === "-")
    throw new UsageError("--no-stdin and --file - exclude each other: give one of them.");
  checkSessionFlags(given);
}

async function readSchema(path: string, io: Io): Promise<NonNullable<SessionOptions["schema"]>> {
  const { readFile } = await import("../run/read-prompt.ts");
  try {
    const value: unknown = JSON.parse((await readFile(path, io)).toString("utf8"));
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = (error as Error).message.replaceAll(/\s+/g, " ");
    throw new UsageError(`${path} is not JSON: ${why}.`, EXIT.usage, { cause: error });
  }
  throw new UsageError(`${path} is not a JSON schema: it must be an object.`);
}
