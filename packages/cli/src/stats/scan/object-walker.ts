// Walks the members of JSON objects and arrays in a buffer and reports the values of chosen keys by their offsets.

import type { Span } from "./entry.ts";
import { decodeString, INVALID, skipValue, skipWhitespace } from "./json-bytes.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The result for a key that is not in the set. */
const OTHER = -1;

export interface KeySet {
  /**
   * Returns the index of the key in the list of names, or OTHER.
   * @param from the offset after the opening quote
   * @param to the offset of the closing quote
   * @param isEscaped whether the key contains a backslash
   */
  find(bytes: Buffer, from: number, to: number, isEscaped: boolean): number;
}

interface Candidate {
  readonly bytes: Buffer;
  readonly key: number;
}

export function createKeySet(names: readonly string[]): KeySet {
  const byLength: Candidate[][] = Array.from({ length: Math.max(...names.map((name) => name.length)) + 1 }, () => []);
  for (const [key, name] of names.entries()) byLength[name.length]?.push({ bytes: Buffer.from(name), key });
  return {
    find(bytes, from, to, isEscaped) {
      // JSON allows escapes in keys. No known CLI writes them.
      if (isEscaped) return names.indexOf(decodeString(bytes, from, to));
      const candidates = to - from < byLength.length ? byLength[to - from] : undefined;
      if (candidates === undefined) return OTHER;
      for (let index = 0; index < candidates.length; index += 1) {
        const candidate = candidates[index] as Candidate;
        if (isSame(bytes, from, candidate.bytes)) return candidate.key;
      }
      return OTHER;
    },
  };
}

function isSame(bytes: Buffer, from: number, name: Buffer): boolean {
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return false;
  return true;
}

/** Returns the index of a string value in the set, or OTHER. @param from its opening quote @param quote its closing quote */
export function matchString(keys: KeySet, bytes: Buffer, from: number, quote: number): number {
  for (let at = from + 1; at < quote; at += 1) {
    if (bytes[at] === BACKSLASH) return keys.find(bytes, from + 1, quote, true);
  }
  return keys.find(bytes, from + 1, quote, false);
}

/**
 * Handles the value of a key, given the key's index and the value's first byte. Returns the offset after the value, INVALID,
 * or STOP if the rest of the object does not matter.
 */
export type ValueHandler = (key: number, bytes: Buffer, from: number, end: number) => number;

export const STOP = -2;

/** Walks an object. Returns the offset after it, INVALID or STOP. @param from its opening brace */
export function walkObject(bytes: Buffer, from: number, end: number, keys: KeySet, onValue: ValueHandler): number {
  let at = skipWhitespace(bytes, from + 1, end);
  if (bytes[at] === CLOSE_BRACE && at < end) return at + 1;
  while (at < end) {
    if (bytes[at] !== QUOTE) return INVALID;
    let quote = at + 1;
    let isEscaped = false;
    while (quote < end && bytes[quote] !== QUOTE) {
      if (bytes[quote] === BACKSLASH) {
        isEscaped = true;
        quote += 1;
      }
      quote += 1;
    }
    if (quote >= end) return INVALID;
    // The CLI writes no whitespace, so it is skipped only where the expected byte is missing.
    const colon = bytes[quote + 1] === COLON ? quote + 1 : skipWhitespace(bytes, quote + 1, end);
    if (bytes[colon] !== COLON) return INVALID;
    const value = (bytes[colon + 1] ?? 0) > SPACE ? colon + 1 : skipWhitespace(bytes, colon + 1, end);
    if (value >= end) return INVALID;
    const key = keys.find(bytes, at + 1, quote, isEscaped);
    at = key === OTHER ? skipValue(bytes, value, end) : onValue(key, bytes, value, end);
    if (at < 0) return at;
    if (bytes[at] !== COMMA) {
      at = skipWhitespace(bytes, at, end);
      if (at >= end) return INVALID;
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return INVALID;
    }
    at += 1;
    if (bytes[at] !== QUOTE) at = skipWhitespace(bytes, at, end);
  }
  return INVALID;
}

/** Walks the value if it is an object, else skips it. */
export function walkIfObject(bytes: Buffer, from: number, end: number, keys: KeySet, onValue: ValueHandler): number {
  return isObject(bytes, from) ? walkObject(bytes, from, end, keys, onValue) : skipValue(bytes, from, end);
}

/** Walks an array. Returns the offset after it, or INVALID. @param from its opening bracket */
export function walkArray(
  bytes: Buffer,
  from: number,
  end: number,
  onItem: (bytes: Buffer, from: number, end: number) => number,
): number {
  let at = skipWhitespace(bytes, from + 1, end);
  if (bytes[at] === CLOSE_BRACKET && at < end) return at + 1;
  while (at < end) {
    at = onItem(bytes, at, end);
    if (at < 0) return at;
    at = skipWhitespace(bytes, at, end);
    if (at >= end) return INVALID;
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    if (bytes[at] !== COMMA) return INVALID;
    at = skipWhitespace(bytes, at + 1, end);
  }
  return INVALID;
}

export function isObject(bytes: Buffer, at: number): boolean {
  return bytes[at] === OPEN_BRACE;
}

export function isArray(bytes: Buffer, at: number): boolean {
  return bytes[at] === OPEN_BRACKET;
}

export function isString(bytes: Buffer, at: number): boolean {
  return bytes[at] === QUOTE;
}

/** Stores the range of a string; any other value clears `target`. Returns the offset after the value, or INVALID. */
export function readSpan(target: Span, bytes: Buffer, from: number, end: number): number {
  const isText = isString(bytes, from);
  const to = skipValue(bytes, from, end);
  target.from = isText && to !== INVALID ? from + 1 : -1;
  target.to = to - 1;
  return to;
}

export function isTrue(bytes: Buffer, from: number, to: number): boolean {
  return to - from === 4 && bytes[from] === 0x74;
}
