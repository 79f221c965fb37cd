// A report as CSV (RFC 4180), for spreadsheets: rows only, their sum is theirs to make.

import { sanitizeLine } from "../terminal/sanitize.ts";
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
const OF_SESSION: readonly (keyof Row)[] = ["project", "startedAt"];

export function csvLines({ by, rows }: Report): readonly string[] {
  const columns = by === "session" ? [...COLUMNS, ...OF_SESSION] : COLUMNS;
  return [
    [by, ...columns].join(","),
    ...rows.map((row) => [quote(row.name), ...columns.map((column) => valueOf(row[column]))].join(",")),
  ];
}

function valueOf(value: Row[keyof Row]): string {
  if (typeof value === "number") return String(value);
  return quote(typeof value === "object" ? value.join(" ") : (value ?? ""));
}

/**
 * Names come from models and tools: control sequences are taken out, for a file is shown by `cat` too, and what begins like a
 * formula is made a text. A semicolon separates columns where the comma is part of numbers: it is quoted, or what follows it
 * would be the beginning of a cell.
 */
function quote(name: string): string {
  const text = sanitizeLine(name);
  const safe = /^[\s\u00A0]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
