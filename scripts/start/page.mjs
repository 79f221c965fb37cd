// The page that is being written, top to bottom, never going back: lines, typed blocks, gutters of agents, blank lines
// between. Collects pieces `{ text, style, isTyped }`; whoever writes the page takes them.
import { columnsOf, shorten } from "./columns.mjs";
import { MARKS } from "./marks.mjs";
import { createSanitizer } from "./sanitize.mjs";
import { createWrap, flow } from "./wrap.mjs";

// Longer lines are hard to read.
const MAX_WIDTH = 100;
const MIN_WIDTH = 20;

/** A page as wide as `windowColumns()` says at each moment. Texts handed to it must be clean, except those typed. */
export function createPage(windowColumns) {
  let pieces = [];
  let lastKind;
  // One column stays free: terminals disagree about some characters.
  const width = () => Math.max(MIN_WIDTH, Math.min(windowColumns() - 1, MAX_WIDTH));
  const put = (text, style) => pieces.push({ text, style });

  // A line without a kind goes on with the one before. `lane` is what an agent's lines begin with: `{ gutter, style }`; the main agent has none.
  const begin = (kind, lane, mark) => {
    if (kind !== undefined && needsBlankLine(lastKind, kind)) put("\n");
    lastKind = kind ?? lastKind;
    if (lane !== undefined) put(lane.gutter, lane.style);
    if (mark !== undefined) put(`${mark.text} `, mark.style);
  };
  /** Puts spans one after the other, the last of them shortened to what is left of the line. */
  const putSpans = (spans, used) => {
    let left = width() - used;
    for (const { text, style } of spans) {
      const fitting = shorten(text, Math.max(1, left));
      if (left > 0) put(fitting, style);
      left -= columnsOf(fitting);
    }
  };

  return {
    /** One line, whatever its length shortened to the width. */
    line(kind, lane, mark, spans) {
      begin(kind, lane, mark);
      putSpans(spans, usedBy(lane, mark));
      put("\n");
    },

    /** A line that is finished later, by the function it gives. Nothing else may be put in between. */
    openLine(kind, lane, mark, spans) {
      begin(kind, lane, mark);
      putSpans(spans, usedBy(lane, mark));
      const used = usedBy(lane, mark) + spans.reduce((sum, { text }) => sum + columnsOf(text), 0);
      return (rest) => {
        putSpans(rest, used);
        put("\n");
      };
    },

    /** Text wrapped at words, each word a piece. Nothing is printed before the first word. */
    openText(kind, lane, mark, style, isTyped = true) {
      const sanitizer = createSanitizer();
      const indent = usedBy(lane, mark);
      const wrap = createWrap(() => width() - indent);
      let isOpen = false;
      let pendingIndent = "";
      const type = (words, wordStyle = style) => {
        for (const word of words) {
          if (!isOpen) begin(kind, lane, mark);
          isOpen = true;
          if (word === "\n") {
            put("\n");
            if (lane !== undefined) put(lane.gutter.trimEnd(), lane.style);
            // Spaces wait for the word they belong to: no line ends with one.
            pendingIndent = " ".repeat(indent - (lane === undefined ? 0 : columnsOf(lane.gutter.trimEnd())));
          } else {
            pieces.push({ text: pendingIndent + word, style: wordStyle, isTyped });
            pendingIndent = "";
          }
        }
      };
      return {
        push: (text) => type(wrap.push(sanitizer.push(text))),
        end(note) {
          type(wrap.end());
          if (isOpen && note !== undefined) type([...wrap.push(` ${note}`), ...wrap.end()], "dim");
          if (isOpen) put("\n");
        },
      };
    },

    /** Items joined by dots, broken between items where possible. */
    items(kind, lane, mark, items, style) {
      for (const [index, line] of flow(items, width() - usedBy(lane, mark)).entries()) {
        begin(index === 0 ? kind : undefined, lane, index === 0 ? mark : MARKS.text);
        put(line, style);
        put("\n");
      }
    },

    /** What has been put since the last time. */
    take() {
      const taken = pieces;
      pieces = [];
      return taken;
    },
  };
}

/** The kind of a line for spacing: lines of agents are all alike. */
export function kindIn(lane, kind) {
  return lane === undefined ? kind : "lane";
}

function usedBy(lane, mark) {
  return (lane === undefined ? 0 : columnsOf(lane.gutter)) + (mark === undefined ? 0 : 2);
}

// What belongs together stands together: calls, their results, and the lines of the agents they started.
function needsBlankLine(before, kind) {
  if (kind === "lane") return before !== "call" && before !== "lane";
  if (kind === "result") return before !== "call" && before !== "result" && before !== "lane";
  if (kind === "call" || kind === "note") return before !== kind;
  return true;
}
