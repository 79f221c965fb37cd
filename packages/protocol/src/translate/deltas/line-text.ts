// Converts lines from bytes to text. A line that is known to be ASCII is read with one character per byte. That is
// almost free, keeps all offsets, and creates a separate string, so that a reference to a part of it keeps only that
// line in memory. A single non-ASCII character makes a whole string two bytes wide, which is slow to decode, compare
// and parse (Node 20). Once a stream has had one, its lines are decoded one by one.

import { viewOf } from "../../wire/bytes.ts";

const LF = 10;
const ESCAPE = 27;
const SEQUENCE = /\[[\d;?]*[A-Za-z]/y;

/** Lines, each ended by LF, and the read position. */
export interface Lines {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Offset of the next line. */
  start: number;
  /** All bytes decoded; undefined once the stream has had non-ASCII characters. */
  decoded: string | undefined;
}

/** Whether a stream has had non-ASCII characters. It will then have more. */
export interface Alphabet {
  isForeign: boolean;
}

// ignoreBOM keeps U+FEFF in the string: byte-order marks are removed per line.
const decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Decodes one character per byte. The web's Latin-1 differs from that above ASCII, where this result is not used. */
const narrowDecoder: TextDecoder = new TextDecoder("latin1");
type Slice = (this: Uint8Array, start: number, end: number) => string;
/** Node's native method, several times as fast. */
const latin1Slice: Slice | undefined = (globalThis as { Buffer?: { prototype?: { latin1Slice?: Slice } } }).Buffer
  ?.prototype?.latin1Slice;

export function openLines(bytes: Uint8Array): Lines {
  return { bytes, view: viewOf(bytes), start: 0, decoded: undefined };
}

/** Decodes one character per byte. Only for bytes that are known to be ASCII. */
export function narrowPart(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice === undefined
    ? narrowDecoder.decode(bytes.subarray(start, end))
    : latin1Slice.call(bytes, start, end);
}

/**
 * Decodes a part between two ASCII bytes. The result equals that part of the decoded whole, as UTF-8 sequences contain
 * no ASCII.
 */
export function decodePart(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Takes the next line, without a CR before the LF and without a byte-order mark. Concatenated files have such marks in
 * the middle.
 */
export function takeLine(lines: Lines, alphabet: Alphabet): string {
  const { start, bytes } = lines;
  const next = bytes.indexOf(LF, start) + 1;
  lines.start = next;
  const line = decodeLine(lines, alphabet, start, next - 1);
  const code = line.charCodeAt(0);
  const first = code === 0xfeff ? 1 : code === ESCAPE ? afterEscapes(line) : 0;
  const end = line.length > first && line.charCodeAt(line.length - 1) === 13 ? line.length - 1 : line.length;
  return line.slice(first, end);
}

function decodeLine(lines: Lines, alphabet: Alphabet, start: number, end: number): string {
  if (!alphabet.isForeign) {
    lines.decoded ??= decoder.decode(lines.bytes);
    if (lines.decoded.length === lines.bytes.length) return lines.decoded.slice(start, end);
    alphabet.isForeign = true;
  }
  return decodePart(lines.bytes, start, end);
}

/**
 * Returns where the object begins after terminal sequences: up to 1.0.110, `/compact` hides the cursor before its next
 * line.
 */
function afterEscapes(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === ESCAPE) {
    SEQUENCE.lastIndex = at + 1;
    if (!SEQUENCE.test(line)) return 0;
    at = SEQUENCE.lastIndex;
  }
  return line.charAt(at) === "{" ? at : 0;
}
