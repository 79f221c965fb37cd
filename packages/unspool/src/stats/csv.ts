// A report as CSV (RFC 4180), for spreadsheets: rows only, their sum is theirs to make.

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

/** A name that begins like a formula is made a text: names come from models and tools. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
