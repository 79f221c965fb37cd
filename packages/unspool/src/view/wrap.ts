// Breaks styled text into lines: at words, beside Chinese and Japanese characters, and inside a word only if it is longer
// than a line. Line ends in the text stay.

import { columnsOf, cutAt, graphemesOf, isSimple } from "../terminal/width.ts";
import { span, type Line, type Span, type Style } from "../terminal/style.ts";

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly styles: readonly Style[] | undefined;
}

/** Every line begins with `rest`, the first one with `first`. */
export function wrap(text: Line, width: number, first: Line = [], rest: Line = first): Line[] {
  if (width === Number.POSITIVE_INFINITY) return unbroken(text, first, rest);
  const prefixes = [prefix(first, width), prefix(rest, width)] as const;
  const [only] = text;
  if (text.length === 1 && only !== undefined && fits(only.text, width - widthOf(prefixes[0]))) {
    return [[...prefixes[0], only]];
  }
  return breakCells(cellsOf(text), width, prefixes);
}

/** A pipe: only the line ends of the text count. */
function unbroken(text: Line, first: Line, rest: Line): Line[] {
  const lines: Span[][] = [[...first]];
  for (const part of text) {
    for (const [place, words] of part.text.split("\n").entries()) {
      if (place > 0) lines.push([...rest]);
      lines.at(-1)?.push({ ...part, text: words });
    }
  }
  return lines;
}

export function widthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

/** The line, or as much of it as fits: the last safeguard, for what was measured in parts. */
export function fitted(line: Line, width: number): Line {
  if (width === Number.POSITIVE_INFINITY || widthOf(line) <= width) return line;
  let left = width - 1;
  const kept: Span[] = [];
  for (const part of line) {
    const columns = columnsOf(part.text);
    if (columns > left) return [...kept, { ...part, text: `${left > 0 ? cutAt(part.text, left)[0] : ""}…` }];
    kept.push(part);
    left -= columns;
  }
  return kept;
}

/** Spaces as wide as this line. */
export function blankOf(line: Line): Line {
  return [span(" ".repeat(widthOf(line)))];
}

/** Code: no word is moved, what is too long goes on in the next line. */
export function wrapHard(text: string, width: number, before: Line = [], ...styles: readonly Style[]): Line[] {
  const start = prefix(before, width);
  const available = Math.max(2, width - widthOf(start));
  const lines: Line[] = [];
  let left = text;
  do {
    const [piece, rest] = available === Number.POSITIVE_INFINITY ? [left, ""] : cutAt(left, available);
    lines.push([...start, span(piece, ...styles)]);
    left = rest;
  } while (left !== "");
  return lines;
}

function fits(text: string, width: number): boolean {
  return text.length <= width && isSimple(text);
}

/** What stands before a line never takes more than half of it. */
function prefix(line: Line, width: number): Line {
  let left = Math.floor(width / 2);
  if (widthOf(line) <= left) return line;
  const kept: Span[] = [];
  for (const part of line) {
    if (left <= 0) break;
    const [text] = cutAt(part.text, left);
    kept.push({ ...part, text });
    left -= columnsOf(text);
  }
  return kept;
}

function cellsOf(text: Line): Cell[] {
  const cells: Cell[] = [];
  for (const { text: words, styles } of text) {
    for (const [place, line] of words.split("\n").entries()) {
      if (place > 0) cells.push({ text: "\n", width: 0, styles });
      for (const grapheme of graphemesOf(line)) cells.push({ text: grapheme, width: columnsOf(grapheme), styles });
    }
  }
  return cells;
}

function breakCells(cells: readonly Cell[], width: number, prefixes: readonly [Line, Line]): Line[] {
  const lines: Line[] = [];
  let line: Cell[] = [];
  let column = 0;
  let spaces: Cell[] = [];
  let word: Cell[] = [];
  let wordWidth = 0;
  const before = (): Line => prefixes[lines.length === 0 ? 0 : 1];
  let available = width - widthOf(before());

  function endLine(): void {
    lines.push([...before(), ...spansOf(line)]);
    line = [];
    column = 0;
    available = width - widthOf(before());
  }
  function place(cell: Cell): void {
    if (column > 0 && column + cell.width > available) endLine();
    line.push(cell);
    column += cell.width;
  }
  function endWord(): void {
    if (word.length === 0) return;
    // Indentation of more than half a line helps nobody.
    const isTooFar = column === 0 && spaces.length > available / 2;
    if (column > 0 && column + spaces.length + wordWidth > available) endLine();
    else if (!isTooFar) for (const cell of spaces) place(cell);
    spaces = [];
    for (const cell of word) place(cell);
    word = [];
    wordWidth = 0;
  }
  for (const cell of cells) {
    if (cell.text === "\n") {
      endWord();
      spaces = [];
      endLine();
    } else if (cell.text === " ") {
      endWord();
      spaces.push(cell);
    } else {
      if (cell.width === 2) endWord();
      word.push(cell);
      wordWidth += cell.width;
      if (cell.width === 2) endWord();
    }
  }
  endWord();
  endLine();
  return lines;
}

function spansOf(cells: readonly Cell[]): Span[] {
  const spans: { text: string; styles?: readonly Style[] }[] = [];
  for (const { text, styles } of cells) {
    const last = spans.at(-1);
    if (last !== undefined && last.styles === styles) last.text += text;
    else spans.push(styles === undefined ? { text } : { text, styles });
  }
  return spans;
}
