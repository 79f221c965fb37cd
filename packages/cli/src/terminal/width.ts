// Measures and cuts text by terminal columns. Expects clean text without line ends.

import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/**
 * Characters that take one column each and never join with their neighbours. Measuring any other text takes thirty times as
 * long. Soft hyphens and the two squares that are emoji are excluded.
 */
const SIMPLE =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0377\u0384-\u038A\u03A3-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u2190-\u2199\u2500-\u25FC\u2713\u2717\u2800-\u28FF]*$/;

/** Whether each code unit of the text takes one column. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

export function measureColumns(text: string): number {
  // The text is clean, so `string-width` need not strip escape sequences.
  if (isSimple(text)) return text.length;
  if (text.length <= PIECE) return stringWidth(text, { countAnsiEscapeCodes: true });
  let columns = 0;
  for (const character of segmentGraphemes(text)) columns += measureColumns(character.slice(0, PIECE));
  return columns;
}

/** Splits a text into the characters that a reader sees. */
export function splitGraphemes(text: string): readonly string[] {
  return isSimple(text) ? text.split("") : [...segmentGraphemes(text)];
}

/** Segmenting in pieces avoids quadratic time: Node 20 copies the whole text for each character, 50,000 took 12 s. */
const PIECE = 512;

/** Segments piece by piece. The last character of a piece may continue in the next one and is read again with it. */
function* segmentGraphemes(text: string): Iterable<string> {
  let index = 0;
  while (index < text.length) {
    const piece = text.slice(index, index + PIECE);
    const isLast = index + piece.length === text.length;
    let last: string | undefined;
    for (const { segment } of segmenter.segment(piece)) {
      if (last !== undefined) yield last;
      last = segment;
    }
    const rest = last ?? "";
    const isWhole = isLast || rest.length === piece.length;
    if (isWhole) yield rest;
    index += isWhole ? piece.length : piece.length - rest.length;
  }
}

/** Splits a text after the longest part that fits, but after at least one character. */
export function cutAt(text: string, columns: number): readonly [start: string, rest: string] {
  // Only the beginning of the text and the next character, which could join with it, must be simple.
  if (isSimple(text.slice(0, Math.max(1, columns) + 1))) {
    const end = Math.max(1, columns);
    return [text.slice(0, end), text.slice(end)];
  }
  let end = 0;
  let used = 0;
  for (const character of segmentGraphemes(text)) {
    used += measureColumns(character);
    if (used > columns && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** Returns the text if it fits, otherwise its beginning and an ellipsis. */
export function shorten(text: string, columns: number): string {
  // A code unit takes at most two columns.
  if (text.length * 2 <= columns) return text;
  // A text that is far too long is not measured to its end. No usual character has more than 16 code units.
  const start = text.slice(0, Math.max(0, columns) * 16 + 64);
  if (start === text && measureColumns(text) <= columns) return text;
  if (columns <= 1) return "…";
  return `${cutAt(start, columns - 1)[0].trimEnd()}…`;
}
