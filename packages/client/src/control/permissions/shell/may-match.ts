// Decides whether a command with unknown parts may match a rule's pattern: both sides can have wildcards. The cost is at most
// the product of both lengths.

import { ANY_TEXT, ANY_WORDS } from "./read-word.ts";

export type CommandPattern = (text: string) => boolean;

/**
 * `git *`, `npm run test:*` (the same as ` *`), `* --version`. `\*` is a star. A last ` *` may stand for nothing.
 */
export function mayMatchPattern(pattern: string): CommandPattern {
  const words = pattern.trim().replace(/:\*$/, " *");
  const isOpen = words.endsWith(" *");
  const tokens = tokenize(isOpen ? words.slice(0, -2) : words);
  const ends: readonly (readonly Token[])[] = isOpen ? [tokens, [...tokens, " ", STAR]] : [tokens];
  return (text) => ends.some((end) => mayMatch(end, text));
}

const STAR = Symbol("star");
type Token = string | typeof STAR;

function tokenize(pattern: string): readonly Token[] {
  const pieces = pattern.split(/(\\\*|\*)/);
  return pieces.flatMap((piece): readonly Token[] =>
    piece === "*" ? [STAR] : piece === "\\*" ? ["*"] : Array.from(piece),
  );
}

function mayMatch(pattern: readonly Token[], text: string): boolean {
  const size = pattern.length;
  /** The positions of the pattern that can be reached after the text so far. */
  let reached = new Uint8Array(size + 1);
  let next = new Uint8Array(size + 1);
  reached[0] = 1;
  closeOver(reached, pattern);
  for (const char of text) {
    next.fill(0);
    const isUnknown = char === ANY_TEXT || char === ANY_WORDS;
    for (let place = 0; place <= size; place++) {
      if (reached[place] === 0) continue;
      const token = pattern[place];
      if (isUnknown) {
        // It matches any part of the pattern, even an empty one.
        next[place] = 1;
        for (let to = place; to < size; to++) {
          const taken = pattern[to];
          if (char === ANY_TEXT && typeof taken === "string" && isSpace(taken)) break;
          if (next[to + 1] === 1) break;
          next[to + 1] = 1;
        }
      } else if (token === STAR) next[place] = 1;
      else if (token === char || (token === " " && isSpace(char))) next[place + 1] = 1;
    }
    closeOver(next, pattern);
    if (!next.includes(1)) return false;
    [reached, next] = [next, reached];
  }
  return reached[size] === 1;
}

/** A star also matches nothing. */
function closeOver(reached: Uint8Array, pattern: readonly Token[]): void {
  for (const [place, token] of pattern.entries()) if (reached[place] === 1 && token === STAR) reached[place + 1] = 1;
}

function isSpace(char: string): boolean {
  return /^\s$/.test(char);
}
