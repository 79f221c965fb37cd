// Small remarks: one sign, a few words, dim.

import { span, type Span, type Style } from "../terminal/style.ts";
import { shorten } from "../terminal/width.ts";
import { marked, type Kind, type Section } from "./section.ts";
import { clean, oneLine } from "./text.ts";
import { wrap } from "./wrap.ts";

/** Enough for a sentence of the CLI; a whole file in an error message is too much. */
const MAX_NOTE_COLUMNS = 400;

export const NOTE: Span = span("· ", "dim");
export const WARNING: Span = span("! ", "warn");
export const FAILURE: Span = span("✗ ", "bad");
export const QUESTION: Span = span("? ", "warn");
export const RETRY: Span = span("↻ ", "warn");

export function noteSection(sign: Span, words: string, kind: Kind = "note", ...styles: readonly Style[]): Section {
  const text = shorten(oneLine(words), MAX_NOTE_COLUMNS);
  const looks: readonly Style[] = styles.length === 0 ? ["dim"] : styles;
  return { kind, lines: (width) => marked([sign], wrap([span(text, ...looks)], Math.max(8, width - 2))) };
}

/** What the person said, as it was said. */
export function promptSection(words: string): Section {
  const text = clean(words).trim();
  return {
    kind: "prompt",
    lines: (width) => marked([span("› ", "bold")], wrap([span(text, "bold")], Math.max(8, width - 2))),
  };
}
