// From the words of the command line to an exit code: finds the command, explains it or runs it, and tells what was wrong
// in one sentence.

import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { helpOf, overview } from "./help.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { EXIT, UsageError, type Ending, type Io } from "./io.ts";
import { nearest } from "./nearest.ts";
import { parse } from "./parse.ts";

export async function main(words: readonly string[], io: Io, version: string): Promise<Ending> {
  try {
    const [name, ...rest] = words;
    if (name === undefined || name === "--help" || name === "-h" || name === "help")
      return await help(rest, io, version);
    if (name === "--version" || name === "-v") return print(io, `${version}\n`);
    const command = await find(name);
    if (wantsHelp(command, rest)) return print(io, helpOf(command, columnsOf(io)));
    const ending = await command.run(parse(command, rest), io, COMMANDS);
    return ending === EXIT.ok && io.signal.aborted ? EXIT.interrupted : ending;
  } catch (error) {
    return await tell(error, io);
  }
}

async function help([name]: readonly string[], io: Io, version: string): Promise<number> {
  return print(io, name === undefined ? overview(version, columnsOf(io)) : helpOf(await find(name), columnsOf(io)));
}

async function find(name: string): Promise<Command> {
  const entry = COMMANDS.find((known) => known.name === name);
  if (entry !== undefined) return entry.load();
  const near = nearest(
    name,
    COMMANDS.map((known) => known.name),
  );
  const advice = near === undefined ? "See: unspool --help" : `Did you mean: unspool ${near}?`;
  throw new UsageError(`There is no command "${name}". ${advice}`);
}

/** Of ours, not of the program that is passed on. */
function wantsHelp(command: Command, words: readonly string[]): boolean {
  if (command.passesAll === true) return words[0] === "--help" || words[0] === "-h";
  const end = words.findIndex((word) => word === "--" || (command.passesRest === true && !word.startsWith("-")));
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

function columnsOf({ stdout }: Io): number | undefined {
  return stdout.isTTY === true && stdout.columns !== undefined && stdout.columns > 0 ? stdout.columns : undefined;
}

function print(io: Io, text: string): number {
  io.stdout.write(text);
  return EXIT.ok;
}

async function tell(error: unknown, io: Io): Promise<number> {
  if (io.signal.aborted) return EXIT.interrupted;
  const { failureWords } = await import("../run/failure-words.ts");
  const message = failureWords(error);
  io.stderr.write(`unspool: ${sanitize(message)}\n`);
  const isDebugged = (io.env["UNSPOOL_DEBUG"] ?? "") !== "";
  if (isDebugged && error instanceof Error) io.stderr.write(`${sanitize(error.stack ?? "")}\n`);
  if (error instanceof UsageError) return error.exitCode;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return EXIT_OF_CODE[code] ?? EXIT.failed;
}

/** What the client's errors mean to a shell. */
const EXIT_OF_CODE: Readonly<Record<string, number>> = {
  "claude-not-found": EXIT.noClaude,
  "invalid-option": EXIT.usage,
  "session-locked": EXIT.usage,
  "replay-mismatch": EXIT.usage,
  "file-failed": EXIT.usage,
  "invalid-scenario": EXIT.usage,
  "unreadable-scenario": EXIT.usage,
  "budget-exceeded": EXIT.budget,
  interrupted: EXIT.interrupted,
  aborted: EXIT.interrupted,
};
