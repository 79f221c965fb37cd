// Is this prose that a reader of Markdown gets through? Some rules of marked 18.2 take quadratic time: 26,000 signs of
// emphasis in 39 kB kept it busy for 11 s, 19,500 nested quotations for 2 s, 40,000 exclamation marks for 1 s, and an item
// of 13,000 lines as long. What is not readable is shown as it was written.

const MAX_CHARACTERS = 40_000;
const MAX_SIGNS = 2000;
const MAX_LINES = 2000;
/** Quotations and lists, one in the other, all on one line. */
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
