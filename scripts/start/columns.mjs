// How many columns a text takes in a terminal. Expects clean text without line ends.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const PLAIN = /^[\u0020-\u007e]*$/;
// East Asian Wide and Fullwidth, without the emoji.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
const NOTHING = /^[\p{Mark}\p{Format}]+$/u;

/** Columns of a text. */
export function columnsOf(text) {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const grapheme of graphemesOf(text)) columns += graphemeColumns(grapheme);
  return columns;
}

/** The characters as a reader sees them. */
export function* graphemesOf(text) {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/** Whether a line may break beside this character without a space: Chinese, Japanese, Korean. */
export function isIdeographic(grapheme) {
  return WIDE.test(grapheme);
}

/** The longest beginning that fits, and the rest; at least one character, however narrow it is. */
export function cutAt(text, columns) {
  let end = 0;
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += graphemeColumns(grapheme);
    if (used > columns && end > 0) break;
    end += grapheme.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** The text if it fits, else its beginning and an ellipsis. */
export function shorten(text, columns) {
  // A character takes at most a column per code unit: what is far too long need not be measured to its end.
  const start = text.slice(0, columns * 16 + 64);
  if (start === text && columnsOf(text) <= columns) return text;
  if (columns <= 1) return "…";
  return `${cutAt(start, columns - 1)[0].trimEnd()}…`;
}

function graphemeColumns(grapheme) {
  if (NOTHING.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
