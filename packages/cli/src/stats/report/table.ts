// Formats a report as a table that fits the terminal: less important columns are omitted first, then names are shortened.

import { fill } from "../../cli/fill.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { type Line, span } from "../../terminal/style.ts";
import { measureColumns, shorten } from "../../terminal/width.ts";
import { formatCellCount, formatCellUsd, formatCellDuration } from "./format-cell.ts";
import type { Group, Report, Row } from "./report.ts";

interface Column {
  readonly head: string;
  readonly format: (row: Row) => string;
  /** The column with the highest rank is omitted first. */
  readonly rank: number;
  /** The tables that have this column. @default all */
  readonly for?: readonly Group[];
}

const SPENDING: readonly Group[] = ["day", "session", "project", "model", "agent"];
const COLUMNS: readonly Column[] = [
  { head: "cost", format: (row) => formatCellUsd(row.costUsd), rank: 0, for: SPENDING },
  { head: "input", format: (row) => formatCellCount(row.inputTokens), rank: 3, for: SPENDING },
  { head: "output", format: (row) => formatCellCount(row.outputTokens), rank: 1, for: SPENDING },
  { head: "cache write", format: (row) => formatCellCount(row.cacheWriteTokens), rank: 6, for: SPENDING },
  { head: "cache read", format: (row) => formatCellCount(row.cacheReadTokens), rank: 5, for: SPENDING },
  { head: "sessions", format: (row) => formatCellCount(row.sessions), rank: 9, for: ["day", "project"] },
  { head: "turns", format: (row) => formatCellCount(row.turns), rank: 4, for: ["day", "session", "project"] },
  { head: "messages", format: (row) => formatCellCount(row.messages), rank: 10, for: SPENDING },
  { head: "tools", format: (row) => formatCellCount(row.toolCalls), rank: 2, for: SPENDING },
  { head: "calls", format: (row) => formatCellCount(row.toolCalls), rank: 0, for: ["tool"] },
  { head: "failed", format: (row) => formatCellCount(row.toolFailures), rank: 2 },
  { head: "tool time", format: formatToolTime, rank: 8, for: SPENDING },
  { head: "time", format: formatToolTime, rank: 1, for: ["tool"] },
  {
    head: "each",
    format: (row) => (row.timedCalls === 0 ? "–" : formatCellDuration(row.toolMs / row.timedCalls)),
    rank: 3,
    for: ["tool"],
  },
  { head: "agents", format: (row) => formatCellCount(row.agents), rank: 7, for: ["day", "session", "project"] },
];

const GAP = 2;
const MIN_NAME_WIDTH = 12;

export function formatTable({ by, rows, total }: Report, width: number): readonly Line[] {
  const all = [...rows, total];
  const names = all.map((row) => cleanName(row.name));
  const longest = measureWidest(names, by);
  const wanted = COLUMNS.filter((column) => column.for?.includes(by) ?? true);
  const columns = fitColumns(wanted, all, Math.min(longest, MIN_NAME_WIDTH), width);
  const rest = columns.reduce((sum, column) => sum + GAP + column.width, 0);
  const nameWidth = Math.max(1, Math.min(longest, width - rest));
  const line = (name: string, cells: readonly string[], style?: "dim" | "bold"): Line => {
    const short = by === "project" ? shortenPath(name, nameWidth) : shorten(name, nameWidth);
    const parts = [
      pad(short, nameWidth, false),
      ...cells.map((cell, index) => pad(cell, (columns[index]?.width ?? 0) + GAP, true)),
    ];
    return [style === undefined ? span(parts.join("")) : span(parts.join(""), style)];
  };
  const rule = "─".repeat(Math.min(width, nameWidth + rest));
  return [
    line(
      by,
      columns.map(({ head }) => head),
      "bold",
    ),
    ...rows.map((row, index) =>
      line(
        names[index] ?? "",
        columns.map((column) => column.format(row)),
      ),
    ),
    [span(rule, "dim")],
    line(
      "total",
      columns.map((column) => column.format(total)),
      "bold",
    ),
    ...describeOmitted(wanted, columns, width),
  ];
}

function describeOmitted(wanted: readonly Column[], kept: readonly Column[], width: number): readonly Line[] {
  const heads = wanted.map(({ head }) => head).filter((head) => !kept.some((column) => column.head === head));
  if (heads.length === 0) return [];
  const text = `No room for ${heads.join(", ")}: --json and --csv have everything.`;
  return fill(text, width).map((line) => [span(line, "dim")]);
}

function fitColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  nameWidth: number,
  width: number,
): readonly (Column & { readonly width: number })[] {
  const measured = columns.map((column) => ({
    ...column,
    width: measureWidest(rows.map(column.format), column.head),
  }));
  const isTooWide = (some: typeof measured): boolean =>
    some.reduce((sum, column) => sum + GAP + column.width, nameWidth) > width;
  let kept = measured;
  while (kept.length > 1 && isTooWide(kept)) {
    const least = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.filter(({ rank }) => rank !== least);
  }
  return kept;
}

/** Avoids `Math.max(...)`: there may be more rows than a call can have arguments. */
function measureWidest(texts: readonly string[], head: string): number {
  return texts.reduce((columns, text) => Math.max(columns, measureColumns(text)), head.length);
}

function formatToolTime(row: Row): string {
  return row.timedCalls === 0 ? "–" : formatCellDuration(row.toolMs);
}

function cleanName(text: string): string {
  return sanitize(text).replaceAll(/\s+/g, " ");
}

/** Keeps the end of the path, which says more than its start. */
function shortenPath(path: string, width: number): string {
  if (measureColumns(path) <= width) return path;
  let end = path;
  while (end !== "" && measureColumns(end) > width - 1) end = end.slice(1);
  return `…${end}`;
}

function pad(text: string, width: number, isRight: boolean): string {
  const space = " ".repeat(Math.max(0, width - measureColumns(text)));
  return isRight ? space + text : text + space;
}
