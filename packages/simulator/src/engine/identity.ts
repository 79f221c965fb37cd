// Seeded replacements for everything that a real CLI takes from chance or from the clock: the same seed gives the same
// bytes.

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
  advance(ms: number): void;
  /** A whole number from 0 to `limit` - 1. */
  randomBelow(limit: number): number;
}

/** The virtual clock begins here: 1 January 2026, 00:00 UTC. */
const BEGINNING = Date.UTC(2026, 0, 1);
const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The character codes of hexadecimal digits. */
const DIGITS = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

export function createIdentity(seed: number): Identity {
  let state = seed >>> 0;
  let time = BEGINNING;
  // A counter through a mixing function: random enough for ids, and the same on every machine.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  const uuid = Array.from("00000000-0000-4000-8000-000000000000", (character) => character.charCodeAt(0));
  /** Writes the lowest bits, four for each digit. */
  const put = (from: number, digits: number, bits: number): void => {
    for (let at = from + digits - 1, rest = bits; at >= from; at -= 1, rest >>>= 4)
      uuid[at] = DIGITS[rest & 15] as number;
  };
  return {
    // Every line has a uuid, so it is built from character codes. Joining short texts took twice as long, and reading
    // the joined text took as long again.
    uuid() {
      const first = next();
      const second = next();
      const third = next();
      const fourth = next();
      put(0, 8, first);
      put(9, 4, second >>> 16);
      put(15, 3, second >>> 4);
      put(19, 1, 8 + (next() & 3));
      put(20, 1, second);
      put(21, 2, third >>> 24);
      put(24, 6, third);
      put(30, 6, fourth >>> 8);
      return String.fromCharCode(...uuid);
    },
    id(prefix) {
      let text = `${prefix}_01`;
      for (let count = 0; count < 22; count += 1) text += LETTERS[next() % LETTERS.length] as string;
      return text;
    },
    hex,
    now: () => time,
    advance(ms) {
      time += ms;
    },
    randomBelow: (limit) => next() % limit,
  };
}
