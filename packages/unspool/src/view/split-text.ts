// Text of the model that is still growing → the parts of it that are finished: whole blocks of Markdown, cut where a blank
// line or the end of a fence makes it sure that what follows is another block. Each line is read once, however long the
// block is that it belongs to.

import { createTail, type GrowingText } from "./growing-text.ts";

export interface Chunk {
  /** As it was written. */
  readonly source: string;
  /** What stands between the fences, if it is code. */
  readonly code?: readonly string[];
}

export interface TextSplitter extends GrowingText {
  /** Nothing more will come. @returns the rest */
  end(): readonly Chunk[];
}

interface Fence {
  readonly mark: string;
  /** The first line behind it. */
  readonly from: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
/** What can go on a block after a blank line: indented text, and a further item of a list. */
const GOES_ON = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
/** From so many characters on it is known whether a line is an item of a list. */
const TELLING_CHARACTERS = 12;

export function createTextSplitter(): TextSplitter {
  /** Whole lines of the block that is open, and the line that is not whole. */
  let lines: string[] = [];
  let line = "";
  const recent = createTail();
  let fence: Fence | undefined;
  let isAfterBlank = false;
  let [finished, inLines] = [0, 0];
  let chunks: Chunk[] = [];

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
  function codeOf({ from }: Fence, end?: number): readonly string[] {
    const code = lines.slice(from, end);
    return code.length === 0 ? [""] : code;
  }
  function read(whole: string): void {
    const mark = FENCE.exec(whole);
    if (fence !== undefined) {
      keep(whole);
      if (mark === null || !closes(fence.mark, whole)) return;
      cut(codeOf(fence, -1));
      fence = undefined;
      isAfterBlank = true;
    } else if (mark !== null) {
      cut();
      keep(whole);
      fence = { mark: mark[1] ?? "```", from: 1 };
    } else {
      const isBlank = whole.trim() === "";
      if (!isBlank && isAfterBlank && !GOES_ON.test(whole)) cut();
      isAfterBlank = isBlank;
      keep(whole);
    }
  }
  function take(): readonly Chunk[] {
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
      const isTelling = line.length >= TELLING_CHARACTERS && line.trim() !== "";
      if (fence === undefined && isAfterBlank && isTelling && !GOES_ON.test(line)) cut();
      return take();
    },
    end() {
      if (line !== "") read(line);
      cut(fence === undefined ? undefined : codeOf(fence));
      line = "";
      return take();
    },
    tail: (maxCharacters) => recent.last(Math.min(maxCharacters, inLines + line.length)),
    rest: () => [...lines, line].join("\n"),
  };
}

export function splitText(text: string): readonly Chunk[] {
  const splitter = createTextSplitter();
  return [...splitter.push(text), ...splitter.end()];
}

function closes(mark: string, line: string): boolean {
  const found = line.trim();
  return found.length >= mark.length && found === (mark[0] ?? "").repeat(found.length);
}
