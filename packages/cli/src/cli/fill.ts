// Wraps plain text at spaces. It assumes one column per character, which holds for unspool's own texts, and loads nothing, so
// that the help starts fast.

/** @param first prefix of the first line @param rest prefix of the others */
export function fill(text: string, columns: number, first = "", rest: string = first): readonly string[] {
  return fillWords(
    text.split(" ").filter((word) => word !== ""),
    columns,
    first,
    rest,
  );
}

/** @param end suffix of all lines but the last */
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
  for (const [index, word] of words.entries()) {
    const room = columns - (index === words.length - 1 ? 0 : end.length);
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
