// The keys that are looked for in one kind of object, found by their bytes.

import type { Span } from "./entry.ts";
import { BROKEN, skipSpace, skipValue, textAt } from "./json-bytes.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Number of a key that nobody looks for. */
const OTHER = -1;

export interface Keys {
  /**
   * @param from behind the opening quote
   * @param to the closing one
   * @param isEscaped whether there is a backslash in it
   * @returns its place in the list, or OTHER
   */
  find(bytes: Buffer, from: number, to: number, isEscaped: boolean): number;
}

interface Candidate {
  readonly bytes: Buffer;
  readonly key: number;
}

export function createKeys(names: readonly string[]): Keys {
  const byLength: Candidate[][] = Array.from({ length: Math.max(...names.map((name) => name.length)) + 1 }, () => []);
  for (const [key, name] of names.entries()) byLength[name.length]?.push({ bytes: Buffer.from(name), key });
  return {
    find(bytes, from, to, isEscaped) {
      // A key may be written with escapes, though nobody does.
      if (isEscaped) return names.indexOf(textAt(bytes, from, to));
      const candidates = to - from < byLength.length ? byLength[to - from] : undefined;
      if (candidates === undefined) return OTHER;
      for (let place = 0; place < candidates.length; place += 1) {
        const candidate = candidates[place] as Candidate;
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

/** A string that is one of the list. @param from its opening quote @returns its place, or OTHER */
export function findWord(keys: Keys, bytes: Buffer, from: number, quote: number): number {
  for (let at = from + 1; at < quote; at += 1) {
    if (bytes[at] === BACKSLASH) return keys.find(bytes, from + 1, quote, true);
  }
  return keys.find(bytes, from + 1, quote, false);
}

/**
 * Takes one value: gets the number of its key and its first byte. @returns behind its last byte, BROKEN, or STOP if
 * nothing more of the object matters.
 */
export type TakeValue = (key: number, bytes: Buffer, from: number, end: number) => number;

export const STOP = -2;

/** Goes through an object. @param from its brace @returns behind it, BROKEN or STOP */
export function walkObject(bytes: Buffer, from: number, end: number, keys: Keys, take: TakeValue): number {
  let at = skipSpace(bytes, from + 1, end);
  if (bytes[at] === CLOSE_BRACE && at < end) return at + 1;
  while (at < end) {
    if (bytes[at] !== QUOTE) return BROKEN;
    let quote = at + 1;
    let isEscaped = false;
    while (quote < end && bytes[quote] !== QUOTE) {
      if (bytes[quote] === BACKSLASH) {
        isEscaped = true;
        quote += 1;
      }
      quote += 1;
    }
    if (quote >= end) return BROKEN;
    // The CLI writes no spaces: they are looked for where something is none of what must stand there.
    const colon = bytes[quote + 1] === COLON ? quote + 1 : skipSpace(bytes, quote + 1, end);
    if (bytes[colon] !== COLON) return BROKEN;
    const value = (bytes[colon + 1] ?? 0) > SPACE ? colon + 1 : skipSpace(bytes, colon + 1, end);
    if (value >= end) return BROKEN;
    const key = keys.find(bytes, at + 1, quote, isEscaped);
    at = key === OTHER ? skipValue(bytes, value, end) : take(key, bytes, value, end);
    if (at < 0) return at;
    if (bytes[at] !== COMMA) {
      at = skipSpace(bytes, at, end);
      if (at >= end) return BROKEN;
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return BROKEN;
    }
    at += 1;
    if (bytes[at] !== QUOTE) at = skipSpace(bytes, at, end);
  }
  return BROKEN;
}

/** Goes through an array. @param from its bracket @returns behind it, or BROKEN */
export function walkArray(
  bytes: Buffer,
  from: number,
  end: number,
  take: (bytes: Buffer, from: number, end: number) => number,
): number {
  let at = skipSpace(bytes, from + 1, end);
  if (bytes[at] === CLOSE_BRACKET && at < end) return at + 1;
  while (at < end) {
    at = take(bytes, at, end);
    if (at < 0) return at;
    at = skipSpace(bytes, at, end);
    if (at >= end) return BROKEN;
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    if (bytes[at] !== COMMA) return BROKEN;
    at = skipSpace(bytes, at + 1, end);
  }
  return BROKEN;
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

/** Notes where a string is; what is none leaves no place. @returns behind the value, or BROKEN */
export function takeSpan(target: Span, bytes: Buffer, from: number, end: number): number {
  const isText = isString(bytes, from);
  const to = skipValue(bytes, from, end);
  target.from = isText && to !== BROKEN ? from + 1 : -1;
  target.to = to - 1;
  return to;
}

export function isTrue(bytes: Buffer, from: number, to: number): boolean {
  return to - from === 4 && bytes[from] === 0x74;
}
