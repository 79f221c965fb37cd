// Splits a streaming text into complete blocks of Markdown. A block is complete when a blank line or the end of a fence proves
// that the next line belongs to another block. Each line is read once, however long its block is.

import { createTextTail, type GrowingText } from "./growing-text.ts";

export interface MarkdownBlock {
  readonly source: string;
  /** The lines between the fences, if it is code. */
  readonly code?: readonly string[];
}

export interface BlockSplitter extends GrowingText {
  /** Ends the text and returns the remaining blocks. */
  end(): readonly MarkdownBlock[];
}

interface Fence {
  readonly mark: string;
  /** Index of the first line after it. */
  readonly from: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
/** Lines that continue a block after a blank line: indented text and list items. */
const CONTINUES_BLOCK = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
/** After this many characters it is known whether a line is a list item. */
const DECIDING_CHARACTERS = 12;

export function createBlockSplitter(): BlockSplitter {
  /** Complete lines of the open block, and the incomplete line after them. */
  let lines: string[] = [];
  let line = "";
  const recent = createTextTail();
  let fence: Fence | undefined;
  let isAfterBlank = false;
  let [finished, inLines] = [0, 0];
  let chunks: MarkdownBlock[] = [];

  function cut(code?: readonly string[]): void {
    const source = lines.join("\n").replace(/^\n+/, "").trimEnd();
    finished += inLines;
    inLines = 0;
    lines = [];
    if (source !== "") chunks.push(code === undefined ? { source } : { source, code });
  }
  function keep(whole: string): void {
    lines.push(whole);
    inLines += whole.length + 1;
  }
  function getCode({ from }: Fence, end?: number): readonly string[] {
    const code = lines.slice(from, end);
    return code.length === 0 ? [""] : code;
  }
  function read(whole: string): void {
    const mark = FENCE.exec(whole);
    if (fence !== undefined) {
      keep(whole);
      if (mark === null || !isClosingFence(fence.mark, whole)) return;
      cut(getCode(fence, -1));
      fence = undefined;
      isAfterBlank = true;
    } else if (mark !== null) {
      cut();
      keep(whole);
      fence = { mark: mark[1] ?? "```", from: 1 };
    } else {
      const isBlank = whole.trim() === "";
      if (!isBlank && isAfterBlank && !CONTINUES_BLOCK.test(whole)) cut();
      isAfterBlank = isBlank;
      keep(whole);
    }
  }
  function take(): readonly MarkdownBlock[] {
    const taken = chunks;
    chunks = [];
    return taken;
  }
  return {
    get finished() {
      return finished;
    },
    push(piece) {
      line += piece;
      recent.push(piece);
      if (!piece.includes("\n")) return [];
      const whole = line.split("\n");
      line = whole.pop() ?? "";
      for (const one of whole) read(one);
      const isDecided = line.length >= DECIDING_CHARACTERS && line.trim() !== "";
      if (fence === undefined && isAfterBlank && isDecided && !CONTINUES_BLOCK.test(line)) cut();
      return take();
    },
    end() {
      if (line !== "") read(line);
      cut(fence === undefined ? undefined : getCode(fence));
      line = "";
      return take();
    },
    tail: (maxCharacters) => recent.last(Math.min(maxCharacters, inLines + line.length)),
    rest: () => [...lines, line].join("\n"),
  };
}

export function splitBlocks(text: string): readonly MarkdownBlock[] {
  const splitter = createBlockSplitter();
  return [...splitter.push(text), ...splitter.end()];
}

function isClosingFence(mark: string, line: string): boolean {
  const found = line.trim();
  return found.length >= mark.length && found === (mark[0] ?? "").repeat(found.length);
}
