// Checks the values that the real CLI's parser checks, and refuses them with its texts.

import type { CliQuirks } from "./cli-quirks.ts";
import { FLAGS } from "./flags.ts";
import type { ParsedFlags } from "./parse-flags.ts";
import { refuse } from "./refusal.ts";

/** @throws {Refusal} */
export function checkFlagValues(flags: ParsedFlags, quirks: CliQuirks): void {
  if (flags.incomplete !== undefined) refuse(`error: option '${flags.incomplete.term}' argument missing`);
  checkChoice(flags, "input-format", ["text", "stream-json"]);
  checkChoice(flags, "output-format", ["text", "json", "stream-json"]);
  checkChoice(flags, "permission-mode", quirks.permissionModes, quirks.unlistedModes);
  checkChoice(flags, "permission-prompts", ["host", "none"]);
  if (quirks.checksNumbers) {
    for (const key of ["max-turns", "max-thinking-tokens"]) {
      checkValue(flags, key, (value) => !Number.isNaN(Number(value)), "must be a number");
    }
  }
  checkBudget(flags, quirks);
}

function checkBudget(flags: ParsedFlags, quirks: CliQuirks): void {
  const text = "--max-budget-usd must be a positive number greater than 0";
  // Before 2.1.325 the check threw, and the text came at the end of a stack trace.
  if (!quirks.checksNumbers && !flags.list("max-budget-usd").every(isPositive)) refuse(`Error: ${text}`);
  checkValue(flags, "max-budget-usd", isPositive, text);
}

function isPositive(value: string): boolean {
  return Number(value) > 0;
}

function checkChoice(
  flags: ParsedFlags,
  key: string,
  choices: readonly string[],
  unlisted: readonly string[] = [],
): void {
  const isKnown = (value: string): boolean => choices.includes(value) || unlisted.includes(value);
  checkValue(flags, key, isKnown, `Allowed choices are ${choices.join(", ")}.`);
}

function checkValue(flags: ParsedFlags, key: string, isValid: (value: string) => boolean, text: string): void {
  const bad = flags.list(key).find((value) => !isValid(value));
  if (bad === undefined) return;
  refuse(`error: option '${FLAGS.get(`--${key}`)?.term ?? key}' argument '${bad}' is invalid. ${text}`);
}
