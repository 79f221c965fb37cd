// The answer to a question of the model: the number of an option, several numbers, or any text.

import type { UserQuestion } from "@unspool/client";

export type Choice = string | readonly string[];

/** Returns the labels of the chosen options, otherwise the text. Returns `undefined` if nothing was typed. */
export function parseChoice({ options, isMultiSelect }: UserQuestion, typed: string): Choice | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const numbers = /^[\d\s,]+$/.test(text) ? text.split(/[\s,]+/).filter((part) => part !== "") : [];
  const labels = numbers.map((number) => options[Number(number) - 1]?.label);
  const chosen = labels.filter((label) => label !== undefined);
  const isChoice = chosen.length > 0 && chosen.length === labels.length && (isMultiSelect || chosen.length === 1);
  if (!isChoice) return text;
  return isMultiSelect ? [...new Set(chosen)] : (chosen[0] ?? text);
}

export function formatChoice(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.join(", ");
}
