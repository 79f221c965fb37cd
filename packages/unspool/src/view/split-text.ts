// Text of the model that is still growing → the parts of it that are finished: whole blocks of Markdown, cut where a blank
// line or the end of a fence makes it sure that what follows is another block.

export interface Chunk {
  /** As it was written. */
  readonly source: string;
  /** What stands between the fences, if it is code. */
  readonly code?: readonly string[];
}

export interface Split {
  readonly chunks: readonly Chunk[];
  /** What may still grow. Empty if the text is whole. */
  readonly rest: string;
  /** Where to go on when the rest has grown. */
  readonly resume: Resume;
}

/** How far a text has been read, so that one that grows is read once. */
export interface Resume {
  readonly place: number;
  readonly fence: Fence | undefined;
  readonly isAfterBlank: boolean;
}

interface Fence {
  readonly mark: string;
  readonly from: number;
}

const BEGINNING: Resume = { place: 0, fence: undefined, isAfterBlank: false };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
/** What can go on a block after a blank line: indented text, and a further item of a list. */
const GOES_ON = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
/** From so many characters on it is known whether a line is an item of a list. */
const TELLING_CHARACTERS = 12;

/** @param isWhole nothing more will come */
export function splitText(text: string, isWhole: boolean, from: Resume = BEGINNING): Split {
  const chunks: Chunk[] = [];
  let start = 0;
  let { place, fence, isAfterBlank } = from;
  let known: Resume | undefined;

  function cut(end: number, code?: readonly string[]): void {
    const source = text.slice(start, end).replace(/^\n+/, "").trimEnd();
    start = end;
    if (source !== "") chunks.push(code === undefined ? { source } : { source, code });
  }
  while (place < text.length) {
    const lineEnd = text.indexOf("\n", place);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    const line = text.slice(place, end);
    const isKnown = lineEnd >= 0 || isWhole;
    if (!isKnown) known = { place, fence, isAfterBlank };
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark !== null && isKnown && closes(fence.mark, line)) {
        cut(next, text.slice(fence.from, place).replace(/\n$/, "").split("\n"));
        fence = undefined;
        isAfterBlank = true;
      }
    } else if (mark !== null && isKnown) {
      cut(place);
      fence = { mark: mark[1] ?? "```", from: next };
    } else if (line.trim() === "") {
      isAfterBlank = true;
    } else {
      if (isAfterBlank && (isKnown || line.length >= TELLING_CHARACTERS) && !GOES_ON.test(line)) cut(place);
      isAfterBlank = false;
    }
    place = next;
  }
  if (!isWhole)
    return { chunks, rest: text.slice(start), resume: moved(known ?? { place, fence, isAfterBlank }, start) };
  cut(text.length, fence === undefined ? undefined : text.slice(fence.from).replace(/\n$/, "").split("\n"));
  return { chunks, rest: "", resume: BEGINNING };
}

/** The same place in a text whose beginning is gone. */
function moved({ place, fence, isAfterBlank }: Resume, by: number): Resume {
  return {
    place: place - by,
    fence: fence === undefined ? undefined : { ...fence, from: fence.from - by },
    isAfterBlank,
  };
}

function closes(mark: string, line: string): boolean {
  const found = line.trim();
  return found.length >= mark.length && found === (mark[0] ?? "").repeat(found.length);
}
