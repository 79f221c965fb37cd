// A command as data: what it takes, how it is explained, what it does. Help, completion and parsing are made from it.

import type { Ending, Io } from "./io.ts";

export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** What its value is called in the help; without it the flag is on or off. */
  readonly value?: string;
  /** Only these are taken, and completed. */
  readonly choices?: readonly string[];
  /** May be given several times. */
  readonly isRepeatable?: boolean;
  readonly help: string;
}

/** Enough of a command to list it, and the way to the rest. */
export interface CommandEntry {
  readonly name: string;
  readonly takes?: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export interface Command {
  readonly name: string;
  /** Behind the name: `[prompt]`, `<file…>`. */
  readonly takes?: string;
  /** What can stand there, if it is no file: for completion. */
  readonly listWords?: () => Promise<readonly string[]>;
  readonly summary: string;
  /** Further words of the help. */
  readonly details?: string;
  readonly flags: readonly Flag[];
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Everything from the first word that is no flag is passed on as it is: `unspool record -- claude …`. */
  readonly passesRest?: boolean;
  /** Every word is another program's; only a first `--help` is ours. */
  readonly passesAll?: boolean;
  /** @returns the exit code @throws {UsageError} for what a person can mend */
  run(given: Given, io: Io, commands: readonly CommandEntry[]): Promise<Ending>;
}

/** What was given. */
export interface Given {
  readonly words: readonly string[];
  has(flag: string): boolean;
  text(flag: string): string | undefined;
  texts(flag: string): readonly string[];
  /** @throws {UsageError} if it is no number in this range */
  number(flag: string, range?: NumberRange): number | undefined;
}

export interface NumberRange {
  /** @default 0 */
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** The least one is too little. */
  readonly isAboveMin?: boolean;
}
