// Checks options once, before anything starts: each name, each value, and conflicts between options.

import { isRecord } from "@unspool/protocol/kit";
import type { ClaudeError } from "../errors.ts";
import { checkOption, invalidOption } from "../validation/check-option.ts";
import { echo } from "../validation/echo.ts";
import { findNearName } from "../validation/near-name.ts";
import type { OptionSpec } from "./option-spec.ts";
import { ASK_OPTIONS, ONE_SHOT_OPTIONS, SESSION_OPTIONS, TURN_OPTIONS } from "./options.ts";

type Receiver = "ask" | "one-shot" | "session" | "turn";

const TABLES: Readonly<Record<Receiver, Readonly<Record<string, OptionSpec>>>> = {
  ask: ASK_OPTIONS,
  "one-shot": ONE_SHOT_OPTIONS,
  session: SESSION_OPTIONS,
  turn: TURN_OPTIONS,
};

/**
 * @param receiver what the options are for
 * @param siblings further names that the caller accepts, to suggest for a misspelled one
 * @throws {ClaudeError} `invalid-option`
 */
export function checkOptions(options: unknown, receiver: Receiver = "ask", siblings: readonly string[] = []): void {
  if (options === undefined) return;
  if (!isRecord(options))
    throw invalidOption(undefined, options, `Options must be an object; they are ${echo(options)}.`);
  const table = TABLES[receiver];
  for (const [name, value] of Object.entries(options)) {
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    if (spec === undefined) throw unknownOption(name, value, receiver, siblings);
    if (value !== undefined) checkOption(name, value, spec.validate);
  }
  for (const [name, { findConflict }] of Object.entries(table)) {
    const conflict = findConflict?.(options);
    if (conflict !== undefined) throw invalidOption(name, options[name], conflict);
  }
}

function unknownOption(name: string, value: unknown, receiver: Receiver, siblings: readonly string[]): ClaudeError {
  const advice = adviseOn(name, receiver, siblings);
  return invalidOption(name, value, `There is no option \`${name}\` (its value is ${echo(value)}). ${advice}`);
}

function adviseOn(name: string, receiver: Receiver, siblings: readonly string[]): string {
  if (receiver === "turn" && Object.hasOwn(SESSION_OPTIONS, name)) {
    return "It belongs to the session: give it where that is made.";
  }
  if (name === "retry") return "It asks again in a new session: give it to `claude.ask` or `claude.map`.";
  if (receiver === "session" && Object.hasOwn(TURN_OPTIONS, name)) return "It belongs to a turn: give it to `ask`.";
  const near = findNearName(name, [...Object.keys(TABLES[receiver]), ...siblings]);
  return near === undefined ? "Flags that have no option go into `extraArgs`." : `Did you mean \`${near}\`?`;
}
