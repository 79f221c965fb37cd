// How many columns a text takes in a terminal. Expects clean text without line ends.

import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/**
 * Letters, signs and lines of which each takes one column and none joins with its neighbours: measuring anything else
 * takes thirty times as long. Without soft hyphens, and without the two squares that are emoji.
 */
const SIMPLE =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0377\u0384-\u038A\u03A3-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u2190-\u2199\u2500-\u25FC\u2713\u2717\u2800-\u28FF]*$/;

/** One column for each code unit. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

export function columnsOf(text: string): number {
  // The text is clean: nothing has to be taken out before it is measured.
  if (isSimple(text)) return text.length;
  if (text.length <= PIECE) return stringWidth(text, { countAnsiEscapeCodes: true });
  let columns = 0;
  for (const character of charactersOf(text)) columns += columnsOf(character.slice(0, PIECE));
  return columns;
}

/** The characters as a reader sees them. */
export function graphemesOf(text: string): readonly string[] {
  return isSimple(text) ? text.split("") : [...charactersOf(text)];
}

/** Node 20 copies the whole text for each character of it: 50,000 of them took 12 s. */
const PIECE = 512;

/** Piece by piece. The last character of a piece may go on in the next, and is read again with it. */
function* charactersOf(text: string): Iterable<string> {
  let place = 0;
  while (place < text.length) {
    const piece = text.slice(place, place + PIECE);
    const isLast = place + piece.length === text.length;
    let last: string | undefined;
    for (const { segment } of segmenter.segment(piece)) {
      if (last !== undefined) yield last;
      last = segment;
    }
    const rest = last ?? "";
    const isWhole = isLast || rest.length === piece.length;
    if (isWhole) yield rest;
    place += isWhole ? piece.length : piece.length - rest.length;
  }
}

/** The longest beginning that fits, and the rest; at least one character, however narrow it is. */
export function cutAt(text: string, columns: number): readonly [start: string, rest: string] {
  // Of a long text only the beginning counts, and what could join with it.
  if (isSimple(text.slice(0, Math.max(1, columns) + 1))) {
    const end = Math.max(1, columns);
    return [text.slice(0, end), text.slice(end)];
  }
  let end = 0;
  let used = 0;
  for (const character of charactersOf(text)) {
    used += columnsOf(character);
    if (used > columns && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** The text if it fits, else its beginning and an ellipsis. */
export function shorten(text: string, columns: number): string {
  // No code unit takes more than two columns.
  if (text.length * 2 <= columns) return text;
  // What is far too long need not be measured to its end. No character of use has more than 16 code units.
  const start = text.slice(0, Math.max(0, columns) * 16 + 64);
  if (start === text && columnsOf(text) <= columns) return text;
  if (columns <= 1) return "…";
  return `${cutAt(start, columns - 1)[0].trimEnd()}…`;
}
