// The description of one option: how its value is checked, which flag of the CLI it becomes, what it conflicts with, and
// which flag of the `unspool` command sets it.
// Each group of options has a file with its type (name, value, documentation, default) and, below it, its table of specs.

import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import type { PrivateFiles } from "../process/private-files.ts";
import type { Validator } from "../validation/validator.ts";
import type { AskOptions, SessionOptions } from "./options.ts";
import type { Supports } from "./supports.ts";

/** The compiler refuses a table without an entry for each option of the group, or with another. */
export type OptionTable<Options> = { readonly [Name in keyof Options]-?: OptionSpec };

export interface OptionSpec {
  readonly validate: Validator;
  /** The CLI's flag for the option. */
  readonly flag?: string;
  /** The first tested version of the CLI that knows the flag. @default all tested versions know it */
  readonly since?: string;
  /** A flag that takes the path of a file instead. It is used for long values if the version knows it. */
  readonly fileFlag?: { readonly flag: string; readonly since?: string };
  /**
   * What happens if the version does not know the flag. `warn` leaves the flag out: for options that change only what is
   * shown. @default "throw"
   */
  readonly ifUnsupported?: "throw" | "warn";
  /** Returns what the flag gets. @default the value of the option */
  readonly toFlagValue?: (options: SessionOptions, context: FlagContext) => FlagValue;
  /**
   * Returns why the option cannot be combined with the others, or `undefined`. Only for what no version accepts. The text
   * names options in backticks; the `unspool` command shows its flags there.
   */
  readonly findConflict?: (options: AskOptions) => string | undefined;
  /** The flag of the `unspool` command that sets the option. @default none */
  readonly command?: CommandFlag;
}

/** A flag of `unspool run` and `unspool chat`. */
export interface CommandFlag {
  /** Without the dashes. @default the name of the option, in kebab-case */
  readonly name?: string;
  /** One letter. */
  readonly short?: string;
  /** The name of its value in the help. Without it the flag is a switch that sets the option to true. */
  readonly value?: string;
  /** The only accepted values, which are also completed. */
  readonly choices?: readonly string[];
  readonly help: string;
  /** Checks the value, as text or as a number. @default the validator of the option */
  readonly validate?: Validator;
  /** Converts the value of the flag to that of the option. @default it is the same */
  readonly toOption?: (value: string | number) => unknown;
}

/** Text or a number: `--flag value`. A list: the flag once per item. True: the flag alone. Otherwise: no flag. */
export type FlagValue = string | number | boolean | readonly string[] | undefined;

export interface FlagContext {
  readonly supports: Supports;
  /** The JSON Schema of the answer. */
  readonly jsonSchema: JsonObject | undefined;
  /** Whether the host answers `can_use_tool`. If not, the CLI denies calls that need approval. */
  readonly answersPermissions: boolean;
  readonly files: PrivateFiles;
}

/** Creates the error for an option that the version of the CLI does not support. */
export function unsupportedOption(supports: Supports, option: keyof SessionOptions, needed: string): ClaudeError {
  const message = `${describeUnsupported(supports, option, needed)} Update Claude Code, or leave the option out.`;
  return new ClaudeError("invalid-option", message, { option, version: supports.version });
}

export function describeUnsupported(supports: Supports, option: string, needed: string): string {
  const since = supports.since(needed);
  const known = since === undefined ? "" : ` (${since} does)`;
  return `Claude Code ${supports.version ?? ""} does not know what the option \`${option}\` needs, ${needed}${known}.`;
}
