// Converts other forms of input into lines of UTF-8: UTF-16 (written by PowerShell's `>`), a JSON array of messages
// (printed by `claude -p --output-format json --verbose`), and JSON over several lines. Any other input passes through
// unchanged. The beginning of the stream decides the form, so for ordinary lines only the first bytes are inspected.
// Memory is bounded: the normalizer drops whitespace outside strings, replaces the commas of an array by line ends, and
// passes all bytes on immediately.

const LF = 10;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Maximum number of bytes to hold after an opening bracket while only whitespace follows. Real JSON has less. */
const MAX_HELD = 64;

/** A push normalizer: feed it chunks of bytes, then end it once. */
export interface LineNormalizer {
  push(chunk: Uint8Array): void;
  /** Passes on the bytes that were held back. */
  end(): void;
}

/** Creates a normalizer. `onBytes` receives lines of UTF-8, cut anywhere, before `push` returns. */
export function createLineNormalizer(onBytes: (bytes: Uint8Array) => void): LineNormalizer {
  /**
   * `start`: before a value. `value`: inside an array, or inside an object over several lines. `lines`: ordinary lines
   * until the end of the stream.
   */
  let mode: "start" | "value" | "lines" = "start";
  let isFirst = true;
  let utf16: TextDecoder | undefined;
  /** The opening bracket and the whitespace after it, or the first half of a byte-order mark. */
  let held: number[] = [];
  /** Whether to drop the next line end: it ends the last line of a value that was already passed on. */
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

  /** Passes whitespace on, because empty lines count as lines. Returns the index after it. */
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

  /**
   * Decides whether an opening bracket begins a value: in an array, an object or the closing bracket follows; in an
   * object over several lines, a key. A log line may also begin with a bracket: `[info] …`.
   */
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

  /** Passes on the bytes of the value. Returns the index after the value, or the end of the bytes. */
  function takeValue(bytes: Uint8Array, start: number): number {
    const out = new Uint8Array(bytes.length - start + 1);
    let length = 0;
    let at = start;
    for (; at < bytes.length && mode === "value"; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isInString) {
        // A JSON string contains no raw line end, so these are ordinary lines after all.
        if (byte === LF) mode = "lines";
        else if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        out[length++] = byte;
        continue;
      }
      if (isSpace(byte)) continue;
      if (byte === OPEN_OBJECT && (last === OPEN_OBJECT || last === CLOSE_OBJECT)) {
        // In JSON, an object does not follow another without a comma, so these are ordinary lines.
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
        // A brace does not end an array, so these are ordinary lines.
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

/** Whether a byte is part of the UTF-8 byte-order mark. */
function isMark(byte: number | undefined): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
