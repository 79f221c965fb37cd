// An answer to a question of the model: the number of an option, several of them, or words of one's own.

import type { UserQuestion } from "@unspool/client";

export type Choice = string | readonly string[];

/** @returns undefined if nothing was said */
export function choiceOf({ options, isMultiSelect }: UserQuestion, typed: string): Choice | undefined {
  const words = typed.trim();
  if (words === "") return undefined;
  const numbers = /^[\d\s,]+$/.test(words) ? words.split(/[\s,]+/).filter((part) => part !== "") : [];
  const labels = numbers.map((number) => options[Number(number) - 1]?.label);
  const chosen = labels.filter((label) => label !== undefined);
  const isChoice = chosen.length > 0 && chosen.length === labels.length && (isMultiSelect || chosen.length === 1);
  if (!isChoice) return words;
  return isMultiSelect ? [...new Set(chosen)] : (chosen[0] ?? words);
}

export function wordsOf(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.join(", ");
}
