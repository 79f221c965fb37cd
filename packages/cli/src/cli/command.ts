// A command as data. Parsing, help, completion and the README's table are derived from it.

import type { ExitStatus, Io } from "./io.ts";

export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** The name of its value in the help. Without it the flag is a switch. */
  readonly value?: string;
  /** The only accepted values, which are also completed. */
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
  readonly help: string;
}

/** The part of a command that is listed without loading the rest. */
export interface CommandEntry {
  readonly name: string;
  /** The arguments after the name: `[prompt]`, `<file…>`. */
  readonly parameters?: string;
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

export interface CommandDefinition {
  /** Lists the values to complete for an argument. Without it, files are completed. */
  readonly listCompletions?: () => Promise<readonly string[]>;
  /** More text for the help. */
  readonly details?: string;
  readonly flags: readonly Flag[];
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Passes on everything from the first argument that is not a flag: `unspool record -- claude …`. */
  readonly passesRest?: boolean;
  /** Passes on all arguments, except for a first `--help`. */
  readonly passesAll?: boolean;
  /** Returns the exit code. @throws {UsageError} for a mistake that the user can correct */
  run(given: ParsedArgs, io: Io, commands: readonly CommandEntry[]): Promise<ExitStatus>;
}

export type Command = Omit<CommandEntry, "load"> & CommandDefinition;

export async function loadCommand({ load, ...entry }: CommandEntry): Promise<Command> {
  return { ...entry, ...(await load()) };
}

/** The arguments of a command line. */
export interface ParsedArgs {
  readonly positionals: readonly string[];
  has(flag: string): boolean;
  text(flag: string): string | undefined;
  texts(flag: string): readonly string[];
  /** @throws {UsageError} if the value is not a number in this range */
  number(flag: string, range?: NumberRange): number | undefined;
}

export interface NumberRange {
  /** @default 0 */
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** Whether `min` itself is too small. */
  readonly isAboveMin?: boolean;
}
