// What is said at once, by one speaker: it is kept as a function of the width, so that what waits for its turn (the work of
// an agent, until the agent has ended) is laid out for the window as it is then.

import { span, type Line } from "../terminal/style.ts";
import { blankOf } from "./wrap.ts";

export type Kind = "prompt" | "note" | "thinking" | "text" | "call" | "agent" | "end" | "session";

export interface Section {
  readonly kind: Kind;
  lines(width: number): readonly Line[];
}

/** Calls and notes stand close together, everything else has air around it. */
export function hasGap(before: Kind | undefined, next: Kind): boolean {
  if (before === undefined || (before === "end" && next === "session")) return false;
  return before !== next || (next !== "call" && next !== "note");
}

/** The first line begins with a sign, the others stand below its words. */
export function marked(sign: Line, lines: readonly Line[]): Line[] {
  const indent = blankOf(sign);
  return lines.map((line, place) => (line.length === 0 ? line : [...(place === 0 ? sign : indent), ...line]));
}

/** How far text stands from the edge: below the signs, and at the edge where there is no room to spare. */
export function indentOf(width: number): Line {
  return width < 30 ? [] : [span("  ")];
}

/** At most so many lines, and one that says how many more there are. */
export function capped(lines: readonly Line[], maxLines: number): Line[] {
  if (lines.length <= maxLines + 1) return [...lines];
  const more = lines.length - maxLines;
  return [...lines.slice(0, maxLines), [span(`… ${more} more lines`, "dim")]];
}
