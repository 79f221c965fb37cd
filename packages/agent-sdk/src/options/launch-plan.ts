// Translates the options of a query into session options, arguments, environment variables and fields of `initialize`.

import { ClaudeError, type SessionOptions } from "@unspool/client";
import type { InitializeFields } from "@unspool/protocol/wire";
import { OPTION_TABLE, type OptionEntry } from "./option-table.ts";
import type { OptionName, Options } from "../types/options.ts";

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

export interface LaunchPlan {
  readonly session: Writable<SessionOptions>;
  readonly initialize: Writable<InitializeFields>;
  readonly args: string[];
  /** Arguments that the session does not accept as `extraArgs`. */
  readonly ownArgs: string[];
  readonly env: Record<string, string | undefined>;
}

/** @throws {ClaudeError} `invalid-option` for unknown, unsupported or conflicting options */
export function createLaunchPlan(options: Options): LaunchPlan {
  const plan: LaunchPlan = { session: {}, initialize: {}, args: [], ownArgs: [], env: {} };
  // The SDK sends an empty prompt by default. It is a string here, because 2.0.76 and 2.1.74 ignore a list.
  plan.initialize.systemPrompt = "";
  for (const name of Object.keys(options)) if (!Object.hasOwn(OPTION_TABLE, name)) throw createUnknownOptionError(name);
  for (const [name, entry] of Object.entries(OPTION_TABLE)) {
    const value = options[name as OptionName];
    if (value !== undefined) applyOption(name, entry as OptionEntry<OptionName>, value, plan, options);
  }
  return plan;
}

function applyOption(
  name: string,
  { support, note, apply }: OptionEntry<OptionName>,
  value: NonNullable<Options[OptionName]>,
  plan: LaunchPlan,
  options: Options,
): void {
  if (support === "absent") {
    throw new ClaudeError("invalid-option", `The option \`${name}\` is not supported. ${note}`, { option: name });
  }
  apply?.(value, plan, options);
}

function createUnknownOptionError(name: string): ClaudeError {
  const message = `There is no option \`${name}\`. Flags of the CLI that have no option go into \`extraArgs\`.`;
  return new ClaudeError("invalid-option", message, { option: name });
}
