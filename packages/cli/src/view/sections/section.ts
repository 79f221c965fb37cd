// A section is the smallest unit of output. It is a function of the width, so that sections that are held back (those of an
// agent, until it has ended) are laid out for the current window.

import { span, type Line } from "../../terminal/style.ts";
import { toBlank } from "../../terminal/wrap.ts";

export type SectionKind = "prompt" | "note" | "thinking" | "text" | "call" | "agent" | "end" | "session";

export interface Section {
  readonly kind: SectionKind;
  lines(width: number): readonly Line[];
}

/** Whether a blank line separates two sections. Consecutive calls and consecutive notes have none. */
export function needsBlankLine(before: SectionKind | undefined, next: SectionKind): boolean {
  if (before === undefined || (before === "end" && next === "session")) return false;
  return before !== next || (next !== "call" && next !== "note");
}

/** Puts a sign before the first line and aligns the other lines with its text. */
export function withSign(sign: Line, lines: readonly Line[]): Line[] {
  const indent = toBlank(sign);
  return lines.map((line, index) => (line.length === 0 ? line : [...(index === 0 ? sign : indent), ...line]));
}

/** The indentation of text: aligned with the text behind signs, none in a narrow window. */
export function getTextIndent(width: number): Line {
  return width < 30 ? [] : [span("  ")];
}

/** Keeps at most `maxLines` lines and adds one with the number of the others. */
export function limitLines(lines: readonly Line[], maxLines: number): Line[] {
  if (lines.length <= maxLines + 1) return [...lines];
  const more = lines.length - maxLines;
  return [...lines.slice(0, maxLines), [span(`… ${more} more lines`, "dim")]];
}
