// A value as it can be shown: short, and without the key that somebody gave under a wrong name.

import { redactText } from "@unspool/protocol/redact";

const LONGEST_ECHO = 80;

export function echo(value: unknown): string {
  if (typeof value === "function") return "a function";
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  // JSON has no words for these.
  if (typeof value === "number" && !Number.isFinite(value)) text = String(value);
  if (typeof value === "bigint" || typeof value === "symbol") text = String(value);
  const safe = redactText(text);
  return safe.length > LONGEST_ECHO ? `${safe.slice(0, LONGEST_ECHO)}…` : safe;
}
