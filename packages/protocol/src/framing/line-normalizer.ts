// Makes lines of UTF-8 of what is none yet: UTF-16 (what PowerShell's `>` writes), a JSON array of messages (what
// `claude -p --output-format json --verbose` prints), and JSON over several lines. Anything else passes through untouched.
// What it is shows at the beginning of the stream, so a stream of lines pays for its first bytes only. Memory is bounded:
// whitespace outside of strings goes, an array's commas become line ends, and everything is passed on at once.

const LF = 10;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Longest run of whitespace behind a first bracket that is looked through: more is no JSON that somebody wrote. */
const MAX_HELD = 64;

/** A push normalizer: feed it chunks of bytes, then end it once. */
export interface LineNormalizer {
  push(chunk: Uint8Array): void;
  /** Passes on what was held back. */
  end(): void;
}

/** Makes a normalizer. `onBytes` gets lines of UTF-8, cut anywhere, before `push` returns. */
export function createLineNormalizer(onBytes: (bytes: Uint8Array) => void): LineNormalizer {
  /** `start`: before a value. `value`: within an array, or within an object over several lines. `lines`: for good. */
  let mode: "start" | "value" | "lines" = "start";
  let isFirst = true;
  let utf16: TextDecoder | undefined;
  /** A first bracket and the whitespace behind it, or the first half of a byte-order mark. */
  let held: number[] = [];
  /** The line end behind a value is that of its last line. */
  let dropsLineEnd = false;
  let isArray = false;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** The last byte of the value that is neither whitespace nor inside a string. */
  let last = 0;

  function push(chunk: Uint8Array): void {
    if (isFirst) {
      const [first = 0, second] = [...held, ...chunk.subarray(0, 2)];
      if (held.length + chunk.length === 0) return;
      // Neither byte occurs in UTF-8.
      if (first >= 0xfe && second === undefined) {
        held = [first];
        return;
      }
      isFirst = false;
      if (first + (second ?? 0) === 0xff + 0xfe && first >= 0xfe)
        utf16 = new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be");
      const start = Uint8Array.from(held);
      held = [];
      if (start.length > 0) normalize(start);
    }
    normalize(chunk);
  }

  function normalize(chunk: Uint8Array): void {
    const bytes = utf16 === undefined ? chunk : new TextEncoder().encode(utf16.decode(chunk, { stream: true }));
    for (let at = 0; at < bytes.length;) {
      if (mode === "lines") return onBytes(bytes.subarray(at));
      at = mode === "value" ? takeValue(bytes, at) : held.length > 0 ? decide(bytes, at) : skipSpace(bytes, at);
    }
  }

  /** Passes whitespace on: empty lines count. Returns where it ends. */
  function skipSpace(bytes: Uint8Array, start: number): number {
    let at = start;
    while (dropsLineEnd && at < bytes.length) {
      if (!isSpace(bytes[at])) dropsLineEnd = false;
      else if (bytes[at++] === LF) dropsLineEnd = false;
    }
    const from = at;
    while (at < bytes.length && (isSpace(bytes[at]) || isMark(bytes[at]))) at += 1;
    if (at > from) onBytes(bytes.subarray(from, at));
    const first = bytes[at];
    if (first === undefined) return at;
    if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) {
      mode = "lines";
      return at;
    }
    held = [first];
    return at + 1;
  }

  /** An array holds objects or nothing, and an object over several lines goes on with a key; a log may begin `[info] …`. */
  function decide(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && isSpace(bytes[at]) && held.length < MAX_HELD) held.push(bytes[at++] ?? 0);
    const next = bytes[at];
    if (next === undefined) return at;
    const first = held[0] ?? 0;
    isArray = first === OPEN_ARRAY && (next === OPEN_OBJECT || next === CLOSE_ARRAY);
    if (isArray || (first === OPEN_OBJECT && next === QUOTE && held.includes(LF))) {
      if (!isArray) onBytes(Uint8Array.of(first));
      mode = "value";
      depth = 1;
      last = first;
      isInString = false;
    } else {
      onBytes(Uint8Array.from(held));
      mode = "lines";
    }
    held = [];
    return at;
  }

  /** Returns where the value ends, or the bytes do. */
  function takeValue(bytes: Uint8Array, start: number): number {
    const out = new Uint8Array(bytes.length - start + 1);
    let length = 0;
    let at = start;
    for (; at < bytes.length && mode === "value"; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isInString) {
        // No string of JSON has a line end in it: these are lines after all.
        if (byte === LF) mode = "lines";
        else if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        out[length++] = byte;
        continue;
      }
      if (isSpace(byte)) continue;
      if (byte === OPEN_OBJECT && (last === OPEN_OBJECT || last === CLOSE_OBJECT)) {
        // Nor does one object follow another without a comma.
        mode = "lines";
        out[length++] = LF;
        break;
      }
      const before = last;
      last = byte;
      if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
      if (depth === 0 && isArray && byte === CLOSE_OBJECT) {
        // Nor does a brace end an array.
        mode = "lines";
        out[length++] = LF;
        out[length++] = byte;
      } else if (depth === 0) {
        mode = "start";
        dropsLineEnd = true;
        if (!isArray) out[length++] = byte;
        if (!isArray || (before !== OPEN_ARRAY && before !== COMMA)) out[length++] = LF;
      } else out[length++] = isArray && depth === 1 && byte === COMMA ? LF : byte;
    }
    if (length > 0) onBytes(out.subarray(0, length));
    return at;
  }

  return {
    push,
    end() {
      if (held.length > 0) onBytes(Uint8Array.from(held));
      held = [];
    },
  };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09;
}

/** The bytes of the byte-order mark of UTF-8. */
function isMark(byte: number | undefined): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
