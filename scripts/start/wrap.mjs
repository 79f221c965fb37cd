// Breaks text that arrives in pieces into lines, at words. Gives the pieces to print: words with the spaces before
// them, and "\n" for a line end. A word is held back until it is whole, because only then is it known where it fits.
import { columnsOf, cutAt, graphemesOf, isIdeographic } from "./columns.mjs";

/** A wrapper for lines of `width()` columns; the width is asked for at each word, so the window may change. */
export function createWrap(width) {
  let column = 0;
  let word = "";
  let spaces = 0;
  let lineEnds = 0;
  let isEmpty = true;
  let isLineStart = true;
  let output = [];

  const breakLine = () => {
    output.push("\n");
    column = 0;
  };

  const flush = () => {
    if (word === "") return;
    // Blank lines: none at the beginning or the end, and never two.
    if (!isEmpty) for (let count = 0; count < Math.min(lineEnds, 2); count += 1) breakLine();
    lineEnds = 0;
    const available = width();
    if (column > 0 && column + spaces + columnsOf(word) > available) breakLine();
    if (column === 0) spaces = isLineStart ? Math.max(0, Math.min(spaces, available - columnsOf(word))) : 0;
    while (column + spaces + columnsOf(word) > available) {
      const [fitting, rest] = cutAt(word, available - column - spaces);
      if (rest === "") break;
      output.push(" ".repeat(spaces) + fitting);
      spaces = 0;
      word = rest;
      breakLine();
    }
    output.push(" ".repeat(spaces) + word);
    column += spaces + columnsOf(word);
    [word, spaces, isEmpty, isLineStart] = ["", 0, false, false];
  };

  const addWord = (part) => {
    for (const run of ideographicRuns(part)) {
      if (isIdeographic(run)) flush();
      word += run;
      // A "word" longer than a line has no better place to break than here.
      if (isIdeographic(run) || word.length > width()) flush();
    }
  };

  const take = () => {
    const taken = output;
    output = [];
    return taken;
  };

  return {
    push(text) {
      for (const [part] of text.matchAll(/\n| +|[^\n ]+/g)) {
        if (part === "\n") {
          flush();
          [lineEnds, spaces, isLineStart] = [lineEnds + 1, 0, true];
        } else if (part.startsWith(" ")) {
          flush();
          spaces += part.length;
        } else addWord(part);
      }
      return take();
    },
    end() {
      flush();
      return take();
    },
    /** Whether nothing visible has come yet. */
    get isEmpty() {
      return isEmpty;
    },
  };
}

/** Lines of items with dots between; an item is broken only if it is longer than a line. */
export function flow(items, columns) {
  const lines = [];
  for (const item of items) {
    const extended = `${lines.at(-1)} · ${item}`;
    if (lines.length > 0 && columnsOf(extended) <= columns) lines.splice(-1, 1, extended);
    else {
      const wrap = createWrap(() => columns);
      lines.push(...[...wrap.push(item), ...wrap.end()].join("").split("\n"));
    }
  }
  return lines;
}

// Each ideograph by itself, everything else as it is.
function ideographicRuns(part) {
  if (!/[\u1100-\uffff\ud800-\udfff]/.test(part)) return [part];
  const runs = [];
  for (const grapheme of graphemesOf(part)) {
    const isAlone = isIdeographic(grapheme) || runs.length === 0 || isIdeographic(runs.at(-1));
    if (isAlone) runs.push(grapheme);
    else runs.push(runs.pop() + grapheme);
  }
  return runs;
}
