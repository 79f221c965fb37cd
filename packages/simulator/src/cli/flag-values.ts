// Values of flags that the real CLI checks one by one, while it reads them, and refuses in its parser's words.

import type { CliManners } from "./cli-manners.ts";
import { FLAGS } from "./flags.ts";
import type { ParsedFlags } from "./parse-flags.ts";
import { refuse } from "./refusal.ts";

/** @throws {Refusal} */
export function checkFlagValues(flags: ParsedFlags, manners: CliManners): void {
  if (flags.incomplete !== undefined) refuse(`error: option '${flags.incomplete.term}' argument missing`);
  checkChoice(flags, "input-format", ["text", "stream-json"]);
  checkChoice(flags, "output-format", ["text", "json", "stream-json"]);
  checkChoice(flags, "permission-mode", manners.permissionModes, manners.unlistedModes);
  checkChoice(flags, "permission-prompts", ["host", "none"]);
  if (manners.checksNumbers) {
    for (const key of ["max-turns", "max-thinking-tokens"]) {
      checkValue(flags, key, (value) => !Number.isNaN(Number(value)), "must be a number");
    }
  }
  checkBudget(flags, manners);
}

function checkBudget(flags: ParsedFlags, manners: CliManners): void {
  const words = "--max-budget-usd must be a positive number greater than 0";
  // Before 2.1.325 the check threw, and the words stood at the end of a stack trace.
  if (!manners.checksNumbers && !flags.list("max-budget-usd").every(isPositive)) refuse(`Error: ${words}`);
  checkValue(flags, "max-budget-usd", isPositive, words);
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

function checkValue(flags: ParsedFlags, key: string, isGood: (value: string) => boolean, words: string): void {
  const bad = flags.list(key).find((value) => !isGood(value));
  if (bad === undefined) return;
  refuse(`error: option '${FLAGS.get(`--${key}`)?.term ?? key}' argument '${bad}' is invalid. ${words}`);
}
