// Short notes and prompts: a sign and a text.

import { span, type Span, type Style } from "../../terminal/style.ts";
import { shorten } from "../../terminal/width.ts";
import { withSign, type SectionKind, type Section } from "./section.ts";
import { cleanText, toOneLine } from "../../terminal/clean-text.ts";
import { wrap } from "../../terminal/wrap.ts";

/** Enough for a sentence of the CLI. An error message may contain a whole file. */
const MAX_NOTE_COLUMNS = 400;

export const NOTE: Span = span("· ", "dim");
export const WARNING: Span = span("! ", "warn");
export const FAILURE: Span = span("✗ ", "bad");
export const QUESTION: Span = span("? ", "warn");
export const RETRY: Span = span("↻ ", "warn");

export function createNoteSection(
  sign: Span,
  note: string,
  kind: SectionKind = "note",
  ...styles: readonly Style[]
): Section {
  const text = shorten(toOneLine(note), MAX_NOTE_COLUMNS);
  const textStyles: readonly Style[] = styles.length === 0 ? ["dim"] : styles;
  return { kind, lines: (width) => withSign([sign], wrap([span(text, ...textStyles)], Math.max(8, width - 2))) };
}

/** Creates the section of a prompt, with its line breaks. */
export function createPromptSection(prompt: string): Section {
  const text = cleanText(prompt).trim();
  return {
    kind: "prompt",
    lines: (width) => withSign([span("› ", "bold")], wrap([span(text, "bold")], Math.max(8, width - 2))),
  };
}
