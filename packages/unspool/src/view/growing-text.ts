// A text that comes in pieces. Its end is drawn again and again: what that takes must not grow with the text.

import type { Chunk } from "./split-text.ts";

export interface GrowingText {
  /** How many characters are in finished chunks. */
  readonly finished: number;
  /** @returns what is finished now */
  push(piece: string): readonly Chunk[];
  /** The last characters of what is not finished. */
  tail(maxCharacters: number): string;
  /** All of what is not finished. */
  rest(): string;
}

export interface Tail {
  push(piece: string): void;
  last(maxCharacters: number): string;
}

/** More than any window shows, and how much of it is in one part. */
const MAX_CHARACTERS = 1 << 16;
const PART = 1 << 12;
const MAX_PARTS = 2 * (MAX_CHARACTERS / PART);

/** Remembers the last characters. Looking at the end of a long string that was put together from pieces copies it whole. */
export function createTail(): Tail {
  let parts: string[] = [];
  return {
    push(piece) {
      const last = parts.at(-1);
      if (last === undefined || last.length >= PART) parts.push(piece);
      else parts[parts.length - 1] = last + piece;
      if (parts.length > MAX_PARTS) parts = parts.slice(-MAX_PARTS / 2 - 1);
    },
    last(maxCharacters) {
      const wanted = Math.min(maxCharacters, MAX_CHARACTERS);
      if (wanted < 1) return "";
      let [first, characters] = [parts.length, 0];
      while (first > 0 && characters < wanted) {
        first -= 1;
        characters += parts[first]?.length ?? 0;
      }
      return parts.slice(first).join("").slice(-wanted);
    },
  };
}

/** One that is shown when it is whole. */
export function createWholeText(): GrowingText {
  const tail = createTail();
  let text = "";
  return {
    finished: 0,
    push(piece) {
      text += piece;
      tail.push(piece);
      return [];
    },
    tail: (maxCharacters) => tail.last(maxCharacters),
    rest: () => text,
  };
}
