// The flags of the `unspool` command that set options of the client. The command derives its flags, their checks, their help
// and their completion from this list. This entry is for the command only: it may change in any version.

import { HISTORY_OPTIONS } from "./history-options.ts";
import { HOST_OPTIONS } from "./host-options.ts";
import { MODEL_OPTIONS } from "./model-options.ts";
import type { CommandFlag, OptionSpec } from "./option-spec.ts";
import { PROGRAM_OPTIONS } from "./program-options.ts";
import { TOOL_OPTIONS } from "./tool-options.ts";

export interface OptionFlag extends Omit<CommandFlag, "validate" | "toOption"> {
  readonly name: string;
  /** The option that the flag sets. */
  readonly option: string;
  /** Parses the text after the flag. */
  readonly parse: (text: string) => ParsedValue;
  readonly findConflict: OptionSpec["findConflict"];
}

/** The value for the option, or what is expected instead of the given text. */
export type ParsedValue = { readonly value: unknown } | { readonly expected: string };

/** In the order of the command's help. */
export const OPTION_FLAGS: readonly OptionFlag[] = Object.entries<OptionSpec>({
  ...MODEL_OPTIONS,
  ...HISTORY_OPTIONS,
  ...TOOL_OPTIONS,
  ...HOST_OPTIONS,
  ...PROGRAM_OPTIONS,
}).flatMap(([option, spec]) => (spec.command === undefined ? [] : [toFlag(option, spec, spec.command)]));

function toFlag(option: string, spec: OptionSpec, command: CommandFlag): OptionFlag {
  const { validate = spec.validate, toOption = (value) => value, ...flag } = command;
  return {
    name: option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    ...flag,
    option,
    parse(text) {
      if (validate(text) === undefined) return { value: toOption(text) };
      // `Number` reads empty text as 0.
      const number = text.trim() === "" ? Number.NaN : Number(text);
      const issue = validate(number);
      if (issue === undefined) return { value: toOption(number) };
      return { expected: issue.type === "type" ? issue.expected : "another value" };
    },
    findConflict: spec.findConflict,
  };
}
