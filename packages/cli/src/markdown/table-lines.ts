// Renders a Markdown table: with columns if they fit, otherwise each row as a list of "heading: cell" lines.

import type { Tokens } from "marked";
import { span, type Line, type Span } from "../terminal/style.ts";
import { renderInline } from "./inline-spans.ts";
import { measureLine, wrap } from "../terminal/wrap.ts";

const GAP = "  ";
const MIN_COLUMN_WIDTH = 6;

export function renderTable(table: Tokens.Table, width: number): Line[] {
  const head = table.header.map((cell) => renderInline(cell.tokens, ["bold"]));
  const rows = table.rows.map((row) => head.map((_, index) => renderInline(row[index]?.tokens ?? [], [])));
  const widths = fitColumns(
    head.map((cell, index) => Math.max(1, measureLine(cell), ...rows.map((row) => measureLine(row[index] ?? [])))),
    width - GAP.length * (head.length - 1),
  );
  if (widths === undefined) return renderRecords(head, rows, width);
  const rule: Line = [span(widths.map((columns) => "─".repeat(columns)).join(GAP), "dim")];
  return [...renderRow(head, widths, table.align), rule, ...rows.flatMap((row) => renderRow(row, widths, table.align))];
}

/** Shrinks the widest columns until all fit. Returns `undefined` if they would be too narrow to read. */
function fitColumns(wanted: readonly number[], room: number): readonly number[] | undefined {
  const widths = [...wanted];
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const columns = widths[widest] ?? 0;
    if (columns <= MIN_COLUMN_WIDTH) return undefined;
    const next = Math.max(MIN_COLUMN_WIDTH, ...widths.filter((other) => other < columns));
    const step = Math.max(1, Math.min(excess, columns - next));
    widths[widest] = columns - step;
    excess -= step;
  }
  return widths;
}

type Align = "center" | "left" | "right" | null;

function renderRow(cells: readonly (readonly Span[])[], widths: readonly number[], aligns: readonly Align[]): Line[] {
  const wrapped = cells.map((cell, index) => wrap(cell, widths[index] ?? 1));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    wrapped.flatMap((lines, index): Span[] => {
      const line = lines[row] ?? [];
      const blank = (widths[index] ?? 0) - measureLine(line);
      const align = aligns[index] ?? "left";
      const before = align === "right" ? blank : align === "center" ? Math.floor(blank / 2) : 0;
      const gap = index === 0 ? "" : GAP;
      return [span(gap + " ".repeat(Math.max(0, before))), ...line, span(" ".repeat(Math.max(0, blank - before)))];
    }),
  );
}

function renderRecords(
  head: readonly (readonly Span[])[],
  rows: readonly (readonly (readonly Span[])[])[],
  width: number,
): Line[] {
  return rows.flatMap((row, index) => {
    const lines = row.flatMap((cell, column) =>
      wrap([...(head[column] ?? []), span(": "), ...cell], width, [], [span("  ")]),
    );
    return index > 0 ? [[], ...lines] : lines;
  });
}
