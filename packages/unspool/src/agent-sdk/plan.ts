// What a query's options come to: options of our session, words of the command line, variables, fields of `initialize`,
// and what the query itself keeps.

import { ClaudeError, type SessionOptions } from "@unspool/client";
import type { InitializeFields } from "@unspool/protocol/wire";
import { OPTION_TABLE, type OptionEntry } from "./option-table.ts";
import type { OptionName, Options } from "./options-type.ts";

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

export interface Plan {
  readonly session: Writable<SessionOptions>;
  readonly initialize: Writable<InitializeFields>;
  readonly args: string[];
  /** Words that the session keeps for itself. */
  readonly ownArgs: string[];
  readonly env: Record<string, string | undefined>;
}

/** @throws {ClaudeError} `invalid-option` for what is unknown, absent, or cannot be together */
export function planOf(options: Options): Plan {
  const plan: Plan = { session: {}, initialize: {}, args: [], ownArgs: [], env: {} };
  // The SDK sends an empty prompt when none is chosen. As a text, for 2.0.76 and 2.1.74 pass over a list.
  plan.initialize.systemPrompt = "";
  for (const name of Object.keys(options)) if (!Object.hasOwn(OPTION_TABLE, name)) throw unknown(name);
  for (const [name, entry] of Object.entries(OPTION_TABLE)) {
    const value = options[name as OptionName];
    if (value !== undefined) applyOption(name, entry as OptionEntry<OptionName>, value, plan, options);
  }
  return plan;
}

function applyOption(
  name: string,
  { verdict, note, apply }: OptionEntry<OptionName>,
  value: NonNullable<Options[OptionName]>,
  plan: Plan,
  options: Options,
): void {
  if (verdict === "absent") {
    throw new ClaudeError("invalid-option", `The option \`${name}\` is not served here. ${note}`, { option: name });
  }
  apply?.(value, plan, options);
}

function unknown(name: string): ClaudeError {
  const message = `There is no option \`${name}\`. Flags of the CLI that have no option go into \`extraArgs\`.`;
  return new ClaudeError("invalid-option", message, { option: name });
}
