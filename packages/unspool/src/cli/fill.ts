// Plain words broken into lines of so many columns, between words only. For our own texts, whose characters take one
// column each: nothing is loaded for it, since the help is to be there at once.

/** @param first stands before the first line @param rest before the others */
export function fill(text: string, columns: number, first = "", rest: string = first): readonly string[] {
  return fillWords(
    text.split(" ").filter((word) => word !== ""),
    columns,
    first,
    rest,
  );
}

/** @param end at the end of each line that goes on */
export function fillWords(
  words: readonly string[],
  columns: number,
  first: string,
  rest: string,
  end = "",
): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const [place, word] of words.entries()) {
    const room = columns - (place === words.length - 1 ? 0 : end.length);
    if (!isEmpty && line.length + 1 + word.length > room) {
      lines.push(line + end);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line.trimEnd()];
}
