// Checks whether marked can parse a text in reasonable time. Some rules of marked 18.2 take quadratic time: 26,000 emphasis
// signs in 39 kB took 11 s, 19,500 nested quotations 2 s, 40,000 exclamation marks 1 s, and a list item of 13,000 lines 1 s.
// Texts that fail the check are rendered as source.

const MAX_CHARACTERS = 40_000;
const MAX_SIGNS = 2000;
const MAX_LINES = 2000;
/** Quotations and lists nested 40 deep on one line. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){40}/m;

export function isReadable(markdown: string, maxCharacters: number = MAX_CHARACTERS): boolean {
  if (markdown.length > maxCharacters || DEEP.test(markdown)) return false;
  let signs = 0;
  let lines = 1;
  for (const character of markdown) {
    if (character === "\n") lines += 1;
    else if (character === "*" || character === "_" || character === "~" || character === "!") signs += 1;
  }
  return signs <= MAX_SIGNS && lines <= MAX_LINES;
}
