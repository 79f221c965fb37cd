// Makes all characters of text from a model, a tool or a settings file visible: every character is shown either as
// itself or as a mark that names it (`<U+202E>`, `<space ×6000>`). Nothing is dropped, so a person reads the whole
// text. Marks are separate pieces, so that a renderer can distinguish them from text that only looks like a mark.

/** A piece of a line. */
export interface ApprovalPiece {
  readonly text: string;
  /** Whether the text is a mark: it names characters that would be invisible or misleading. */
  readonly isMark?: true;
}

/** One line. Only LF ends a line; a CR before it becomes a mark. */
export interface ApprovalLine {
  /** In a diff: added, removed or unchanged. */
  readonly sign?: "+" | "-" | " ";
  readonly pieces: readonly ApprovalPiece[];
}

/** Up to this many spaces at the start of a line count as indentation. */
const MAX_INDENT = 24;
/** Runs of this many spaces or tabs inside a line are marked, because they could push the rest out of sight. */
const LONG_SPACE: string = " ".repeat(9);
/** From this number on, empty lines are replaced by a mark with their count. */
const MANY_EMPTY_LINES = 4;

/**
 * These patterns match one or a few characters: a repeated group would overflow the stack on a line of several
 * megabytes.
 */
const NOT_ASCII = /[^ -~]/;
const SPACE_OR_NOT_ASCII = /[^!-~]/g;
/** Control, format, private and unassigned characters, lone surrogates, white space, and characters without a glyph. */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;
const COMBINING = /\p{M}/u;
/** More combining characters on one letter would cover the lines around it. */
const MAX_COMBINING = 4;
/** Emoji, joined in the usual ways. */
const EMOJI =
  /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?){0,6}/uy;

const NAMES: Readonly<Record<string, string>> = { " ": "space", "\t": "tab", "\r": "CR", "\u001B": "ESC", "\0": "NUL" };
/** A tab as editors show it. Tabs are common in code, where a named mark would disturb. */
const TAB = "→   ";

/** Returns the lines of a text. An empty text has one line: `<empty>`. */
export function visibleLines(text: string): readonly ApprovalLine[] {
  if (text === "") return [{ pieces: [mark("<empty>")] }];
  const lines: ApprovalLine[] = [];
  let empty = 0;
  const addEmptyLines = (): void => {
    if (empty >= MANY_EMPTY_LINES) lines.push({ pieces: [mark(`<empty line ×${empty}>`)] });
    else for (; empty > 0; empty -= 1) lines.push({ pieces: [] });
    empty = 0;
  };
  for (const line of text.split("\n")) {
    if (line === "") empty += 1;
    else {
      addEmptyLines();
      lines.push({ pieces: visiblePieces(line) });
    }
  }
  addEmptyLines();
  return lines;
}

/** Returns the pieces of one line without its line end. */
export function visiblePieces(line: string): readonly ApprovalPiece[] {
  if (line === "") return [];
  const spaces = runAt(line, 0, " ");
  const indent = spaces <= MAX_INDENT && spaces < line.length ? spaces : 0;
  if (!NOT_ASCII.test(line) && !line.endsWith(" ") && !line.includes(LONG_SPACE, indent)) return [{ text: line }];
  const pieces: { text: string; isMark?: true }[] = [];
  /** Start of the text that is not in a piece yet. */
  let start = 0;
  let place = indent;
  const endText = (): void => {
    if (place > start) pieces.push({ text: line.slice(start, place) });
  };
  const addMark = (text: string, end: number): void => {
    endText();
    const last = pieces.at(-1);
    if (last?.isMark === true) last.text += text;
    else pieces.push({ text, isMark: true });
    start = end;
    place = end;
  };
  for (;;) {
    SPACE_OR_NOT_ASCII.lastIndex = place;
    place = SPACE_OR_NOT_ASCII.exec(line)?.index ?? line.length;
    if (place === line.length) break;
    const character = characterAt(line, place);
    const isBare = place === start && (place === 0 || pieces.at(-1)?.isMark === true);
    if (character === " ") {
      const count = runAt(line, place, " ");
      const end = place + count;
      if (count >= LONG_SPACE.length || end === line.length) addMark(formatMark(" ", count), end);
      else place = end;
    } else if (HIDDEN.test(character)) {
      const count = runAt(line, place, character);
      addMark(formatMark(character, count), place + count * character.length);
    } else if (COMBINING.test(character)) {
      const end = combiningEnd(line, place);
      const all = Array.from(line.slice(place, end));
      if (isBare || all.length > MAX_COMBINING) addMark(formatMarks(all), end);
      else place = end;
    } else {
      EMOJI.lastIndex = place;
      place += EMOJI.exec(line)?.[0].length ?? character.length;
    }
  }
  endText();
  return pieces;
}

/** Returns the text on one line, including marks. Line ends become marks too. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => piece.text)
    .join("");
}

function mark(text: string): ApprovalPiece {
  return { text, isMark: true };
}

/** Returns the marks of several characters. Equal neighbours are counted. */
function formatMarks(characters: readonly string[]): string {
  let marks = "";
  for (let place = 0; place < characters.length;) {
    const character = characters[place] ?? "";
    let end = place;
    while (characters[end] === character) end += 1;
    marks += formatMark(character, end - place);
    place = end;
  }
  return marks;
}

function formatMark(character: string, count: number): string {
  if (character === "\t" && count < LONG_SPACE.length) return TAB.repeat(count);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<${NAMES[character] ?? `U+${code}`}${count === 1 ? "" : ` ×${count}`}>`;
}

function characterAt(line: string, place: number): string {
  return String.fromCodePoint(line.codePointAt(place) ?? 0);
}

/** Returns how often the character is repeated from this index on. */
function runAt(line: string, place: number, character: string): number {
  let end = place;
  while (line.startsWith(character, end)) end += character.length;
  return (end - place) / character.length;
}

function combiningEnd(line: string, place: number): number {
  let end = place;
  while (end < line.length) {
    const character = characterAt(line, end);
    if (!COMBINING.test(character) || HIDDEN.test(character)) break;
    end += character.length;
  }
  return end;
}
