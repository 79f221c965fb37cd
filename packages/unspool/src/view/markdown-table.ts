// A table of Markdown: columns side by side where there is room, else one row below the other with the heads before the
// cells.

import type { Tokens } from "marked";
import { span, type Line, type Span } from "../terminal/style.ts";
import { inlineSpans } from "./markdown-inline.ts";
import { widthOf, wrap } from "./wrap.ts";

const GAP = "  ";
const NARROWEST = 6;

export function tableLines(table: Tokens.Table, width: number): Line[] {
  const head = table.header.map((cell) => inlineSpans(cell.tokens, ["bold"]));
  const rows = table.rows.map((row) => head.map((_, place) => inlineSpans(row[place]?.tokens ?? [], [])));
  const widths = fit(
    head.map((cell, place) => Math.max(1, widthOf(cell), ...rows.map((row) => widthOf(row[place] ?? [])))),
    width - GAP.length * (head.length - 1),
  );
  if (widths === undefined) return asRecords(head, rows, width);
  const rule: Line = [span(widths.map((columns) => "─".repeat(columns)).join(GAP), "dim")];
  return [...rowLines(head, widths, table.align), rule, ...rows.flatMap((row) => rowLines(row, widths, table.align))];
}

/** The widest give way until all fit; undefined if they would be too narrow to read. */
function fit(wanted: readonly number[], room: number): readonly number[] | undefined {
  const widths = [...wanted];
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const columns = widths[widest] ?? 0;
    if (columns <= NARROWEST) return undefined;
    const next = Math.max(NARROWEST, ...widths.filter((other) => other < columns));
    const step = Math.max(1, Math.min(excess, columns - next));
    widths[widest] = columns - step;
    excess -= step;
  }
  return widths;
}

type Align = "center" | "left" | "right" | null;

function rowLines(cells: readonly (readonly Span[])[], widths: readonly number[], aligns: readonly Align[]): Line[] {
  const wrapped = cells.map((cell, place) => wrap(cell, widths[place] ?? 1));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    wrapped.flatMap((lines, place): Span[] => {
      const line = lines[row] ?? [];
      const blank = (widths[place] ?? 0) - widthOf(line);
      const align = aligns[place] ?? "left";
      const before = align === "right" ? blank : align === "center" ? Math.floor(blank / 2) : 0;
      const gap = place === 0 ? "" : GAP;
      return [span(gap + " ".repeat(Math.max(0, before))), ...line, span(" ".repeat(Math.max(0, blank - before)))];
    }),
  );
}

function asRecords(
  head: readonly (readonly Span[])[],
  rows: readonly (readonly (readonly Span[])[])[],
  width: number,
): Line[] {
  return rows.flatMap((row, place) => {
    const lines = row.flatMap((cell, column) =>
      wrap([...(head[column] ?? []), span(": "), ...cell], width, [], [span("  ")]),
    );
    return place > 0 ? [[], ...lines] : lines;
  });
}
