// Formats a value for an error message: short, and without secrets, such as a key under a wrong name.

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
  // JSON cannot represent these.
  if (typeof value === "number" && !Number.isFinite(value)) text = String(value);
  if (typeof value === "bigint" || typeof value === "symbol") text = String(value);
  const safe = redactText(text);
  return safe.length > LONGEST_ECHO ? `${safe.slice(0, LONGEST_ECHO)}…` : safe;
}
