// Formats a report as CSV (RFC 4180), without the total.

import { sanitizeLine } from "../../terminal/sanitize.ts";
import type { Report, Row } from "./report.ts";

const COLUMNS: readonly (keyof Row)[] = [
  "costUsd",
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "messages",
  "turns",
  "toolCalls",
  "toolFailures",
  "toolMs",
  "timedCalls",
  "agents",
  "sessions",
  "models",
];
const SESSION_COLUMNS: readonly (keyof Row)[] = ["project", "startedAt"];

export function formatCsv({ by, rows }: Report): readonly string[] {
  const columns = by === "session" ? [...COLUMNS, ...SESSION_COLUMNS] : COLUMNS;
  return [
    [by, ...columns].join(","),
    ...rows.map((row) => [quote(row.name), ...columns.map((column) => formatValue(row[column]))].join(",")),
  ];
}

function formatValue(value: Row[keyof Row]): string {
  if (typeof value === "number") return String(value);
  return quote(typeof value === "object" ? value.join(" ") : (value ?? ""));
}

/**
 * Names come from models and tools, so they may be hostile. Control sequences are removed, since `cat` may print the file. A
 * name that starts like a formula is marked as text. A semicolon is quoted: it separates columns in locales whose decimal
 * mark is a comma.
 */
function quote(name: string): string {
  const text = sanitizeLine(name);
  const safe = /^[\s\u00A0]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
