// Formats an amount of what a budget limits, for messages.

import type { BudgetKind } from "./types.ts";

const NOUNS: Readonly<Record<Exclude<BudgetKind, "usd">, readonly [one: string, many: string]>> = {
  tokens: ["token", "tokens"],
  messages: ["message", "messages"],
  toolCalls: ["tool call", "tool calls"],
  wallTimeMs: ["ms", "ms"],
};

export function formatAmount(kind: BudgetKind, value: number): string {
  if (kind === "usd") return formatDollars(value);
  const [one, many] = NOUNS[kind];
  const rounded = Math.round(value);
  return `${rounded.toLocaleString("en-US")} ${rounded === 1 ? one : many}`;
}

/** Formats dollars with cents, up to four decimals, or two significant digits below that: $10.00, $10.0014, $0.000045. */
function formatDollars(value: number): string {
  const isTiny = value > 0 && value < 0.0001;
  const digits = isTiny ? Math.min(20, 1 - Math.floor(Math.log10(value))) : 4;
  return `$${value.toFixed(digits).replace(/(\.\d\d)(\d*?)0*$/, "$1$2")}`;
}
