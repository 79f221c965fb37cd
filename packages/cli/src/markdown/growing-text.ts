// A text that streams in pieces. Its tail is redrawn with every frame, so the cost of reading it must not grow with the text.

import type { MarkdownBlock } from "./block-splitter.ts";

export interface GrowingText {
  /** Number of characters in complete blocks. */
  readonly finished: number;
  /** Returns the blocks that the piece completes. */
  push(piece: string): readonly MarkdownBlock[];
  /** Returns the last characters of the incomplete block. */
  tail(maxCharacters: number): string;
  /** Returns the incomplete block. */
  rest(): string;
}

export interface TextTail {
  push(piece: string): void;
  last(maxCharacters: number): string;
}

/** More than any window shows, and the size of one part of it. */
const MAX_CHARACTERS = 1 << 16;
const PART = 1 << 12;
const MAX_PARTS = 2 * (MAX_CHARACTERS / PART);

/** Keeps the last characters in parts: slicing the end of a long concatenated string would copy all of it. */
export function createTextTail(): TextTail {
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

/** Creates a text that completes no blocks: it is shown when it ends. */
export function createWholeText(): GrowingText {
  const tail = createTextTail();
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
