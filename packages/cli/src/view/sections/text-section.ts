// Sections of text and thinking, and the tail of a text that is still streaming.

import { splitBlocks, type MarkdownBlock } from "../../markdown/block-splitter.ts";
import type { GrowingText } from "../../markdown/growing-text.ts";
import { renderCode, renderMarkdown, renderPlain } from "../../markdown/markdown-lines.ts";
import { cleanText } from "../../terminal/clean-text.ts";
import { span, type Line } from "../../terminal/style.ts";
import { measureLine, wrap } from "../../terminal/wrap.ts";
import { limitLines, getTextIndent, withSign, type Section } from "./section.ts";

const SHORT_THINKING_LINES = 4;

/** Creates the sections of a complete text. With colours each block of Markdown is a section, as it is while streaming. */
export function createTextSections(text: string, isColoured: boolean): Section[] {
  if (text.trim() === "") return [];
  if (!isColoured) return [createBlockSection({ source: text.replace(/^\n+/, "").trimEnd() }, false)];
  return splitBlocks(text).map((chunk) => createBlockSection(chunk, true));
}

export function createBlockSection({ source, code }: MarkdownBlock, isColoured: boolean): Section {
  const cleanSource = cleanText(source);
  const cleanCode = code?.map((line) => cleanText(line).replaceAll("\n", " "));
  return {
    kind: "text",
    lines(width) {
      const indent = getTextIndent(width);
      const room = width - measureLine(indent);
      const lines = isColoured
        ? cleanCode === undefined
          ? renderMarkdown(cleanSource, room)
          : renderCode(cleanCode, room)
        : renderPlain(cleanSource, room);
      return lines.map((line) => (line.length === 0 ? line : [...indent, ...line]));
    },
  };
}

/** Marks a text that was aborted. */
export function withCutOffMark(section: Section): Section {
  const { kind } = section;
  return { kind, lines: (width) => [...section.lines(width), [...getTextIndent(width), span("(cut off)", "dim")]] };
}

export function createThinkingSection(text: string, isShort: boolean): Section {
  const thinking = cleanText(text)
    .trim()
    .replaceAll(/\n{2,}/g, "\n");
  return {
    kind: "thinking",
    lines(width) {
      const lines = wrap([span(thinking, "dim")], Math.max(8, width - 2));
      return withSign([span("○ ", "dim")], isShort ? limitLines(lines, SHORT_THINKING_LINES) : lines);
    },
  };
}

/** Renders the last lines of a streaming text, as plain text. */
export function renderTextTail(text: GrowingText, isThinking: boolean, width: number, maxLines: number): Line[] {
  // Enough characters to fill the visible lines.
  const visible = cleanText(text.tail(width * maxLines * 2))
    .trim()
    .replaceAll(/\n{2,}/g, isThinking ? "\n" : "\n\n");
  if (visible === "") return [];
  const indent: Line = isThinking ? [span("  ")] : getTextIndent(width);
  const lines = wrap(
    [isThinking ? span(visible, "dim") : span(visible)],
    width,
    isThinking ? [span("○ ", "dim")] : indent,
    indent,
  );
  return lines.length > maxLines ? lines.slice(-maxLines) : lines;
}
