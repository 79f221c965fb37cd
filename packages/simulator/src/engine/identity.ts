// Everything that a real CLI takes from chance or from the clock, made from a seed instead: same seed, same bytes.

export interface Identity {
  /** A version 4 uuid. */
  uuid(): string;
  /** `msg_…`, `toolu_…`, `req_…`: as long as the API's. */
  id(prefix: string): string;
  /** Hexadecimal digits, for task ids. */
  hex(digits: number): string;
  /** Milliseconds since 1970, by the virtual clock. */
  now(): number;
  /** Moves the virtual clock. */
  pass(ms: number): void;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
}

/** The virtual clock begins here: 1 January 2026, 00:00 UTC. */
const BEGINNING = Date.UTC(2026, 0, 1);
const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const DIGITS = "0123456789abcdef";

/** Six digits of the lowest 24 bits. */
function threeOf(bits: number): string {
  return `${BYTES[(bits >>> 16) & 255]}${BYTES[(bits >>> 8) & 255]}${BYTES[bits & 255]}`;
}

/** Eight digits of 32 bits. By table: `toString(16)` took a seventh of the time of a stream of short deltas. */
function wordOf(bits: number): string {
  return `${BYTES[bits >>> 24]}${BYTES[(bits >>> 16) & 255]}${BYTES[(bits >>> 8) & 255]}${BYTES[bits & 255]}`;
}

export function createIdentity(seed: number): Identity {
  let state = seed >>> 0;
  let time = BEGINNING;
  // A counter through a mixer: enough chance for ids, and the same on every machine.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += wordOf(next());
    return text.slice(0, digits);
  };
  return {
    // Every line has one. Put together from ready digits: cut out of a longer text it took half as long again.
    uuid() {
      const first = next();
      const second = next();
      const third = next();
      const fourth = next();
      const variant = DIGITS[8 + (next() & 3)];
      const version = `4${BYTES[(second >>> 8) & 255]}${DIGITS[(second >>> 4) & 15]}`;
      const clock = `${variant}${DIGITS[second & 15]}${BYTES[third >>> 24]}`;
      const node = `${threeOf(third)}${threeOf(fourth >>> 8)}`;
      return `${wordOf(first)}-${BYTES[second >>> 24]}${BYTES[(second >>> 16) & 255]}-${version}-${clock}-${node}`;
    },
    id(prefix) {
      let text = `${prefix}_01`;
      for (let count = 0; count < 22; count += 1) text += LETTERS[next() % LETTERS.length] as string;
      return text;
    },
    hex,
    now: () => time,
    pass(ms) {
      time += ms;
    },
    below: (limit) => next() % limit,
  };
}
