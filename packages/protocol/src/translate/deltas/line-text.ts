// Whole lines as bytes, and how they become text. Where a line is known to be ASCII it is read with one character for each
// byte, which costs next to nothing, has everything in the same place, and makes a string of its own: who keeps a piece of
// it keeps that line in memory and no other. One foreign character makes a whole string two bytes wide, slow to decode, to
// compare and to parse (Node 20): once a stream has had one, its lines are decoded one by one.

import { viewOf } from "../../wire/bytes.ts";

const LF = 10;
const ESCAPE = 27;
const SEQUENCE = /\[[\d;?]*[A-Za-z]/y;

/** Lines, each ended by LF, and how far they have been read. */
export interface Lines {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the next line begins. */
  start: number;
  /** All of it decoded, unless the stream has been seen to be foreign. */
  decoded: string | undefined;
}

/** What is remembered of a stream: one that has had foreign characters will have more. */
export interface Alphabet {
  isForeign: boolean;
}

// ignoreBOM keeps U+FEFF in the string: a mark is dropped per line.
const decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** One character for each byte: what the web calls Latin-1 differs from it above ASCII, where nobody looks. */
const narrowDecoder: TextDecoder = new TextDecoder("latin1");
type Slice = (this: Uint8Array, start: number, end: number) => string;
/** Node's own way, several times as fast. */
const latin1Slice: Slice | undefined = (globalThis as { Buffer?: { prototype?: { latin1Slice?: Slice } } }).Buffer
  ?.prototype?.latin1Slice;

export function openLines(bytes: Uint8Array): Lines {
  return { bytes, view: viewOf(bytes), start: 0, decoded: undefined };
}

/** One character for each byte: for what is known to be ASCII. */
export function narrowPart(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice === undefined
    ? narrowDecoder.decode(bytes.subarray(start, end))
    : latin1Slice.call(bytes, start, end);
}

/** Between two bytes of ASCII, which never occur inside a UTF-8 sequence, this equals a part of the whole decoded. */
export function decodePart(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * The next line, without a CR before the LF, and without a byte-order mark, which files joined together have in their
 * middle.
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

/** Where the object begins behind terminal sequences: up to 1.0.110 `/compact` hides the cursor before its next line. */
function afterEscapes(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === ESCAPE) {
    SEQUENCE.lastIndex = at + 1;
    if (!SEQUENCE.test(line)) return 0;
    at = SEQUENCE.lastIndex;
  }
  return line.charAt(at) === "{" ? at : 0;
}
