// Primitives that walk JSON text in a buffer without creating values. They take and return byte offsets. INVALID means that
// the text ends too early or is not JSON; a skipped value is checked for balanced brackets and quotes only.

export const INVALID = -1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A native `indexOf` call costs as much as a loop over about 40 bytes, so the start of a string is searched by a loop. */
const LOOP_BYTES = 48;

export function skipWhitespace(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at += 1;
  }
  return at;
}

/** Returns the offset of the closing quote, or INVALID. @param from the offset after the opening quote */
export function findStringEnd(bytes: Buffer, from: number, end: number): number {
  let at = from;
  for (;;) {
    const loopEnd = Math.min(end, at + LOOP_BYTES);
    while (at < loopEnd) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at >= end) return INVALID;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return INVALID;
    let before = quote;
    while (before > at && bytes[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** Returns the offset after the value, or INVALID. @param from the first byte of the value */
export function skipValue(bytes: Buffer, from: number, end: number): number {
  if (from >= end) return INVALID;
  const first = bytes[from];
  if (first === QUOTE) {
    const quote = findStringEnd(bytes, from + 1, end);
    return quote === INVALID ? INVALID : quote + 1;
  }
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipLiteral(bytes, from, end);
  let depth = 0;
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = findStringEnd(bytes, at + 1, end);
      if (at === INVALID) return INVALID;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return INVALID;
}

/** Skips a number, `true`, `false` or `null`. */
function skipLiteral(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isLiteralByte(bytes[at] ?? 0)) at += 1;
  return at === from ? INVALID : at;
}

/** Whether the byte is a digit, a lower-case letter, or one of `.`, `-`, `+`, `E`. */
function isLiteralByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2e ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x45
  );
}

/** Decodes the bytes between the quotes of a JSON string. */
export function decodeString(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString("utf8", from, to);
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** Parses a number that is at least 0. Returns 0 for anything else. */
export function parseCount(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return parseUnusualCount(bytes, from, to);
    value = value * 10 + digit;
  }
  // More digits than a double holds are rounded as JSON.parse rounds them.
  return to - from > 15 ? parseUnusualCount(bytes, from, to) : value;
}

function parseUnusualCount(bytes: Buffer, from: number, to: number): number {
  const first = bytes[from] ?? 0;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return 0;
  const value = Number(bytes.toString("latin1", from, to));
  return value > 0 && Number.isFinite(value) ? value : 0;
}
