// The line being typed, as lines of the screen: broken at the width, the cursor shown, and never more lines than there is
// room for; then those around the cursor.

import { sanitize } from "../terminal/sanitize.ts";
import { columnsOf, graphemesOf } from "../terminal/width.ts";
import type { EditorState } from "./line-editor.ts";

const PROMPT = "› ";
const INDENT = "  ";
const INVERSE = "\u001B[7m";
const PLAIN = "\u001B[27m";

export function editorLines({ text, cursor }: EditorState, columns: number, maxLines: number): readonly string[] {
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
    const width = columnsOf(character);
    if (used + width > room) close();
    line += isCursor ? `${INVERSE}${character}${PLAIN}` : character;
    used += width;
    if (isCursor) cursorLine = lines.length;
  };
  let place = 0;
  for (const character of graphemesOf(text)) {
    const isCursor = place === cursor;
    place += character.length;
    if (character === "\n") {
      if (isCursor) show(" ", true);
      close();
    } else show(sanitize(character) === character && character !== "\t" ? character : " ", isCursor);
  }
  if (cursor >= text.length) show(" ", true);
  close();
  const first = Math.max(0, Math.min(cursorLine - maxLines + 1, lines.length - maxLines));
  return lines.slice(first, first + maxLines).map((part, index) => (first + index === 0 ? PROMPT : INDENT) + part);
}
