// JSON read in place, byte by byte, without making values of it. Positions go in and come out; BROKEN means that the text
// ends too early or is no JSON. What is passed over is checked for its brackets and quotes only.

export const BROKEN = -1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A native search costs as much as some 40 bytes here: short strings are looked through by hand, long ones are not. */
const NEAR_BYTES = 48;

export function skipSpace(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at += 1;
  }
  return at;
}

/** @param from behind the opening quote @returns where the closing quote is */
export function endOfString(bytes: Buffer, from: number, end: number): number {
  let at = from;
  for (;;) {
    const near = Math.min(end, at + NEAR_BYTES);
    while (at < near) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at >= end) return BROKEN;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return BROKEN;
    let before = quote;
    while (before > at && bytes[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** @param from the first byte of a value @returns behind its last */
export function skipValue(bytes: Buffer, from: number, end: number): number {
  if (from >= end) return BROKEN;
  const first = bytes[from];
  if (first === QUOTE) {
    const quote = endOfString(bytes, from + 1, end);
    return quote === BROKEN ? BROKEN : quote + 1;
  }
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipWord(bytes, from, end);
  let depth = 0;
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1, end);
      if (at === BROKEN) return BROKEN;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return BROKEN;
}

/** A number, `true`, `false` or `null`. */
function skipWord(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isOfWord(bytes[at] ?? 0)) at += 1;
  return at === from ? BROKEN : at;
}

function isOfWord(byte: number): boolean {
  // Digits, letters, and the signs of numbers.
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2e ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x45
  );
}

/** What stands between the quotes, as JSON has it. */
export function textAt(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString("utf8", from, to);
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** @returns the number there; 0 for anything else, and for what is below 0 */
export function figureAt(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return oddFigure(bytes, from, to);
    value = value * 10 + digit;
  }
  // More digits than a double holds are rounded as JSON.parse rounds them.
  return to - from > 15 ? oddFigure(bytes, from, to) : value;
}

function oddFigure(bytes: Buffer, from: number, to: number): number {
  const first = bytes[from] ?? 0;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return 0;
  const value = Number(bytes.toString("latin1", from, to));
  return value > 0 && Number.isFinite(value) ? value : 0;
}
