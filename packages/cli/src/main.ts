// Runs a command line: finds the command, prints its help or runs it, and reports an error in one sentence.

import { findNearest } from "@unspool/protocol/kit";
import { sanitize } from "./terminal/sanitize.ts";
import { type Command, loadCommand } from "./cli/command.ts";
import { COMMANDS } from "./command-table.ts";
import { formatHelp, formatOverview } from "./cli/help.ts";
import { EXIT, type ExitStatus, type Io, UsageError } from "./cli/io.ts";
import { parseCommandLine } from "./cli/parse-command-line.ts";

export async function main(argv: readonly string[], io: Io, version: string): Promise<ExitStatus> {
  try {
    const [name, ...rest] = argv;
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      const columns = getColumns(io);
      const [topic] = rest;
      return print(
        io,
        topic === undefined ? formatOverview(COMMANDS, version, columns) : formatHelp(await find(topic), columns),
      );
    }
    if (name === "--version" || name === "-v") return print(io, `${version}\n`);
    const command = await find(name);
    if (wantsHelp(command, rest)) return print(io, formatHelp(command, getColumns(io)));
    const status = await command.run(parseCommandLine(command, rest), io, COMMANDS);
    return status === EXIT.ok && io.signal.aborted ? EXIT.interrupted : status;
  } catch (error) {
    return await reportError(error, io);
  }
}

async function find(name: string): Promise<Command> {
  const entry = COMMANDS.find((known) => known.name === name);
  if (entry !== undefined) return loadCommand(entry);
  const near = findNearest(
    name,
    COMMANDS.map((known) => known.name),
  );
  const advice = near === undefined ? "See: unspool --help" : `Did you mean: unspool ${near}?`;
  throw new UsageError(`There is no command "${name}". ${advice}`);
}

/** Whether help of unspool is wanted, and not of the program that arguments are passed on to. */
function wantsHelp(command: Command, argv: readonly string[]): boolean {
  if (command.passesAll === true) return argv[0] === "--help" || argv[0] === "-h";
  const end = argv.findIndex((arg) => arg === "--" || (command.passesRest === true && !arg.startsWith("-")));
  return (end < 0 ? argv : argv.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

function getColumns({ stdout }: Io): number | undefined {
  return stdout.isTTY === true && stdout.columns !== undefined && stdout.columns > 0 ? stdout.columns : undefined;
}

function print(io: Io, text: string): number {
  io.stdout.write(text);
  return EXIT.ok;
}

async function reportError(error: unknown, io: Io): Promise<number> {
  if (io.signal.aborted) return EXIT.interrupted;
  const { describeError } = await import("./output/describe-error.ts");
  io.stderr.write(`unspool: ${sanitize(describeError(error))}\n`);
  const isDebugging = (io.env["UNSPOOL_DEBUG"] ?? "") !== "";
  if (isDebugging && error instanceof Error) io.stderr.write(`${sanitize(error.stack ?? "")}\n`);
  if (error instanceof UsageError) return error.exitCode;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return EXIT_BY_ERROR_CODE[code] ?? EXIT.failed;
}

/** The exit codes of the client's and the simulator's errors. */
const EXIT_BY_ERROR_CODE: Readonly<Record<string, number>> = {
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
