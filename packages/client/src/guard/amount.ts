// An amount of what a budget limits, as it is said in a sentence.

import type { BudgetKind } from "./types.ts";

const NOUNS: Readonly<Record<Exclude<BudgetKind, "usd">, readonly [one: string, many: string]>> = {
  tokens: ["token", "tokens"],
  turns: ["turn", "turns"],
  toolCalls: ["tool call", "tool calls"],
  wallTimeMs: ["ms", "ms"],
};

export function amountOf(kind: BudgetKind, value: number): string {
  if (kind === "usd") return dollars(value);
  const [one, many] = NOUNS[kind];
  const rounded = Math.round(value);
  return `${rounded.toLocaleString("en-US")} ${rounded === 1 ? one : many}`;
}

/** Cents at least, hundredths of them where there are any, and two digits of what is less: $10.00, $10.0014, $0.000045. */
function dollars(value: number): string {
  const isTiny = value > 0 && value < 0.0001;
  const digits = isTiny ? Math.min(20, 1 - Math.floor(Math.log10(value))) : 4;
  return `$${value.toFixed(digits).replace(/(\.\d\d)(\d*?)0*$/, "$1$2")}`;
}
