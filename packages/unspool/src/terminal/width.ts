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
  return isSimple(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true });
}

/** The characters as a reader sees them. */
export function graphemesOf(text: string): readonly string[] {
  return isSimple(text) ? text.split("") : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The longest beginning that fits, and the rest; at least one character, however narrow it is. */
export function cutAt(text: string, columns: number): readonly [start: string, rest: string] {
  if (isSimple(text)) {
    const end = Math.max(1, columns);
    return [text.slice(0, end), text.slice(end)];
  }
  let end = 0;
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += columnsOf(segment);
    if (used > columns && end > 0) break;
    end += segment.length;
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
