// Whole lines as text and as bytes, read side by side. A foreign character is one place or two in the text, but several
// bytes; so the text runs ahead or lags behind, by a number that can only change in a line that has one.

import { viewOf } from "../wire/bytes.ts";

const LF = 10;
const ESCAPE = 27;
const SEQUENCE = /\[[\d;?]*[A-Za-z]/y;

/** Lines, each ended by LF, and how far they have been read. */
export interface Lines {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Each byte is one character. */
  readonly isAscii: boolean;
  /** Where the next line begins in the bytes. */
  start: number;
  /** Added to it: where it begins in the text. */
  shift: number;
}

export function openLines(text: string, bytes: Uint8Array): Lines {
  return { text, bytes, view: viewOf(bytes), isAscii: text.length === bytes.length, start: 0, shift: 0 };
}

/**
 * The next line, without a CR before the LF, and without a byte-order mark, which files joined together have in their
 * middle.
 */
export function takeLine(lines: Lines): string {
  const { text, bytes, isAscii } = lines;
  const start = lines.start + lines.shift;
  const end = text.indexOf("\n", start);
  lines.start = (isAscii ? end : bytes.indexOf(LF, lines.start)) + 1;
  lines.shift = end + 1 - lines.start;
  const code = text.charCodeAt(start);
  const first = code === 0xfeff ? start + 1 : code === ESCAPE ? afterEscapes(text, start) : start;
  return text.slice(first, end > first && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
}

/** Where the object begins behind terminal sequences: up to 1.0.110 `/compact` hides the cursor before its next line. */
function afterEscapes(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === ESCAPE) {
    SEQUENCE.lastIndex = at + 1;
    if (!SEQUENCE.test(text)) return start;
    at = SEQUENCE.lastIndex;
  }
  return text.charAt(at) === "{" ? at : start;
}
