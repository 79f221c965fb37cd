// Wraps styled text: between words, beside Chinese and Japanese characters, and inside a word only if it is longer than a line.
// Line ends in the text stay.

import { measureColumns, cutAt, splitGraphemes, isSimple } from "./width.ts";
import { span, type Line, type Span, type Style } from "./style.ts";

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly styles: readonly Style[] | undefined;
}

/** Wraps a text. The first line begins with `first`, the others with `rest`. */
export function wrap(text: Line, width: number, first: Line = [], rest: Line = first): Line[] {
  if (width === Number.POSITIVE_INFINITY) return splitAtLineEnds(text, first, rest);
  const prefixes = [cutPrefix(first, width), cutPrefix(rest, width)] as const;
  const [only] = text;
  if (text.length === 1 && only !== undefined && fits(only.text, width - measureLine(prefixes[0]))) {
    return [[...prefixes[0], only]];
  }
  return breakCells(toCells(text), width, prefixes);
}

/** Joins short facts with dots. Lines break between two facts, where the dot is left out; empty facts are skipped. */
export function wrapFacts(facts: readonly (string | undefined)[], width: number, ...styles: readonly Style[]): Line[] {
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact === undefined || fact === "") continue;
    const last = lines.at(-1);
    if (last !== undefined && measureColumns(last) + 3 + measureColumns(fact) <= width)
      lines[lines.length - 1] = `${last} · ${fact}`;
    else lines.push(fact);
  }
  return lines.flatMap((line) => wrap([span(line, ...styles)], width));
}

/** Splits only at the line ends of the text, for a pipe. */
function splitAtLineEnds(spans: Line, first: Line, rest: Line): Line[] {
  const lines: Span[][] = [[...first]];
  for (const part of spans) {
    for (const [index, text] of part.text.split("\n").entries()) {
      if (index > 0) lines.push([...rest]);
      lines.at(-1)?.push({ ...part, text });
    }
  }
  return lines;
}

export function measureLine(line: Line): number {
  return line.reduce((sum, { text }) => sum + measureColumns(text), 0);
}

/** Truncates a line to the width. The last safeguard for lines that were measured in parts. */
export function truncateLine(line: Line, width: number): Line {
  if (width === Number.POSITIVE_INFINITY || measureLine(line) <= width) return line;
  let left = width - 1;
  const kept: Span[] = [];
  for (const part of line) {
    const columns = measureColumns(part.text);
    if (columns > left) return [...kept, { ...part, text: `${left > 0 ? cutAt(part.text, left)[0] : ""}…` }];
    kept.push(part);
    left -= columns;
  }
  return kept;
}

/** Returns spaces as wide as this line. */
export function toBlank(line: Line): Line {
  return [span(" ".repeat(measureLine(line)))];
}

/** Wraps code: breaks at the width and moves no words. */
export function wrapHard(text: string, width: number, before: Line = [], ...styles: readonly Style[]): Line[] {
  const start = cutPrefix(before, width);
  const available = Math.max(2, width - measureLine(start));
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

/** Cuts a prefix to at most half of the width. */
function cutPrefix(line: Line, width: number): Line {
  let left = Math.floor(width / 2);
  if (measureLine(line) <= left) return line;
  const kept: Span[] = [];
  for (const part of line) {
    if (left <= 0) break;
    const [text] = cutAt(part.text, left);
    kept.push({ ...part, text });
    left -= measureColumns(text);
  }
  return kept;
}

function toCells(text: Line): Cell[] {
  const cells: Cell[] = [];
  for (const { text: words, styles } of text) {
    for (const [index, line] of words.split("\n").entries()) {
      if (index > 0) cells.push({ text: "\n", width: 0, styles });
      for (const grapheme of splitGraphemes(line))
        cells.push({ text: grapheme, width: measureColumns(grapheme), styles });
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
  const getPrefix = (): Line => prefixes[lines.length === 0 ? 0 : 1];
  let available = width - measureLine(getPrefix());

  function endLine(): void {
    lines.push([...getPrefix(), ...toSpans(line)]);
    line = [];
    column = 0;
    available = width - measureLine(getPrefix());
  }
  function append(cell: Cell): void {
    if (column > 0 && column + cell.width > available) endLine();
    line.push(cell);
    column += cell.width;
  }
  function endWord(): void {
    if (word.length === 0) return;
    // Indentation of more than half a line is dropped.
    const isTooFar = column === 0 && spaces.length > available / 2;
    if (column > 0 && column + spaces.length + wordWidth > available) endLine();
    else if (!isTooFar) for (const cell of spaces) append(cell);
    spaces = [];
    for (const cell of word) append(cell);
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

function toSpans(cells: readonly Cell[]): Span[] {
  const spans: { text: string; styles?: readonly Style[] }[] = [];
  for (const { text, styles } of cells) {
    const last = spans.at(-1);
    if (last !== undefined && last.styles === styles) last.text += text;
    else spans.push(styles === undefined ? { text } : { text, styles });
  }
  return spans;
}
