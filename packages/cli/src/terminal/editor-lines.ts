// Renders the line editor: wrapped at the width, with the cursor, and at most `maxLines` lines around it.

import { sanitize } from "./sanitize.ts";
import { measureColumns, splitGraphemes } from "./width.ts";
import type { EditorState } from "./line-editor.ts";

const PROMPT = "› ";
const INDENT = "  ";
const INVERSE = "\u001B[7m";
const PLAIN = "\u001B[27m";

export function renderEditor({ text, cursor }: EditorState, columns: number, maxLines: number): readonly string[] {
  const room = Math.max(4, columns - PROMPT.length - 1);
  const lines: string[] = [];
  let line = "";
  let used = 0;
  let cursorLine = 0;
  const close = (): void => {
    lines.push(line);
    line = "";
    used = 0;
  };
  const show = (character: string, isCursor: boolean): void => {
    const width = measureColumns(character);
    if (used + width > room) close();
    line += isCursor ? `${INVERSE}${character}${PLAIN}` : character;
    used += width;
    if (isCursor) cursorLine = lines.length;
  };
  let index = 0;
  for (const character of splitGraphemes(text)) {
    const isCursor = index === cursor;
    index += character.length;
    if (character === "\n") {
      if (isCursor) show(" ", true);
      close();
    } else show(sanitize(character) === character && character !== "\t" ? character : " ", isCursor);
  }
  if (cursor >= text.length) show(" ", true);
  close();
  const first = Math.max(0, Math.min(cursorLine - maxLines + 1, lines.length - maxLines));
  return lines.slice(first, first + maxLines).map((part, row) => (first + row === 0 ? PROMPT : INDENT) + part);
}
