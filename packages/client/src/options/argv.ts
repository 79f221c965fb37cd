// Builds the command line of a session from its options. Values that may hold secrets are written to private files, as
// every user of the machine can read a command line.

import type { JsonObject } from "@unspool/protocol";
import { PrivateFiles } from "../process/private-files.ts";
import type { Warning } from "../warning.ts";
import {
  describeUnsupported,
  unsupportedOption,
  type FlagContext,
  type FlagValue,
  type OptionSpec,
} from "./option-spec.ts";
import { SESSION_OPTIONS, type SessionOptions } from "./options.ts";
import { supportsOf } from "./supports.ts";

export interface ArgvContext {
  /** The version of the program. @default the newest */
  readonly version?: string | undefined;
  /** The JSON Schema of the answer. */
  readonly jsonSchema?: JsonObject | undefined;
  /** Whether the host answers `can_use_tool`. If not, the CLI denies calls that need approval. @default false */
  readonly answersPermissions?: boolean;
}

export interface Argv {
  readonly args: readonly string[];
  /** One for each option that was left out because this version does not support it. */
  readonly warnings: readonly Warning[];
  /** For `Launch.privateFiles`. */
  readonly privateFiles: readonly string[];
  /** Removes the private files. Call it when the program has ended. */
  cleanup(): void;
}

/** Longer values go into files: Linux takes 128 KiB per argument, Windows 32 KiB for all of them. */
const MAX_ARGUMENT_LENGTH = 8000;

/** @throws {ClaudeError} `invalid-option`: this version does not support an option, and would do something else without it */
export function toArgv(
  options: SessionOptions,
  { version, jsonSchema, answersPermissions = false }: ArgvContext = {},
): Argv {
  const supports = supportsOf(version);
  const files = new PrivateFiles();
  const context: FlagContext = { supports, jsonSchema, answersPermissions, files };
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  // The replayed messages show which prompt an answer belongs to. Answers of older versions are attributed without them.
  if (supports.hasFlag("--replay-user-messages")) args.push("--replay-user-messages");
  const warnings: Warning[] = [];
  try {
    for (const name of Object.keys(SESSION_OPTIONS) as (keyof SessionOptions)[]) {
      const spec: OptionSpec = SESSION_OPTIONS[name];
      if (spec.flag === undefined) continue;
      const value = spec.toFlagValue === undefined ? (options[name] as FlagValue) : spec.toFlagValue(options, context);
      const added = formatFlag(spec.flag, spec, value, context);
      if (added.length === 0 || supports.hasFlag(spec.flag)) args.push(...added);
      else if (spec.ifUnsupported !== "warn") throw unsupportedOption(supports, name, spec.flag);
      else {
        const message = `${describeUnsupported(supports, name, spec.flag)} It was left out.`;
        warnings.push({ code: "option-unsupported", message, details: { option: name } });
      }
    }
  } catch (error) {
    files.remove();
    throw error;
  }
  return {
    args: [...args, ...(options.extraArgs ?? [])],
    warnings,
    privateFiles: files.folder === undefined ? [] : [files.folder],
    cleanup: () => files.remove(),
  };
}

function formatFlag(
  flag: string,
  { fileFlag }: OptionSpec,
  value: FlagValue,
  { supports, files }: FlagContext,
): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  // One flag per item: the CLI cuts its lists at commas and spaces outside of brackets, and reads them up to the next flag.
  if (typeof value === "object") return value.flatMap((item) => formatArgument(flag, item));
  const text = String(value);
  const isInFile = fileFlag !== undefined && text.length > MAX_ARGUMENT_LENGTH && supports.hasFlag(fileFlag.flag);
  return isInFile ? [fileFlag.flag, files.write(`${flag.slice(2)}.txt`, text)] : formatArgument(flag, text);
}

/** A value that starts with a dash, or is empty, is joined to its flag. Otherwise the CLI would read it as a flag. */
function formatArgument(flag: string, value: string): readonly string[] {
  return value === "" || value.startsWith("-") ? [`${flag}=${value}`] : [flag, value];
}
