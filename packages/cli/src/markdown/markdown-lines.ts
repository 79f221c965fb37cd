// Renders Markdown as styled lines. `marked` parses it; this file styles each kind of token. Expects clean text. Text that
// marked cannot handle, or that is too long to be prose, is rendered as source.

import { marked, type Token, type Tokens } from "marked";
import { isReadable } from "./is-readable.ts";
import { span, type Line } from "../terminal/style.ts";
import { renderInline } from "./inline-spans.ts";
import { renderTable } from "./table-lines.ts";
import { toBlank, wrap, wrapHard } from "../terminal/wrap.ts";

/** Parsing hostile Markdown takes more than linear time. */
const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 12;
const MARKED_UP = /[*_`#[\]<>|~\\&=-]|https?:|www\.|^\s*\d+[.)]\s/m;

export function renderMarkdown(source: string, width: number): Line[] {
  if (!isReadable(source, MAX_CHARACTERS) || !MARKED_UP.test(source)) return renderPlain(source, width);
  try {
    return renderBlocks(marked.lexer(source, { gfm: true }), width, 0);
  } catch {
    return renderPlain(source, width);
  }
}

/** Renders text as source. Each line keeps its indentation. */
export function renderPlain(source: string, width: number): Line[] {
  return source.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    return wrap([span(line.slice(indent.length))], width, [span(indent)]);
  });
}

export function renderCode(code: readonly string[], width: number): Line[] {
  return code.flatMap((line) => wrapHard(line, width, [span("  ")]));
}

function renderBlocks(tokens: readonly Token[], width: number, depth: number): Line[] {
  const lines: Line[] = [];
  let isTight = true;
  for (const token of tokens) {
    if (token.type === "space" || token.type === "def") continue;
    // No blank line between a heading and the text below it.
    if (lines.length > 0 && !isTight) lines.push([]);
    lines.push(...renderToken(token, width, depth));
    isTight = token.type === "text";
  }
  return lines;
}

function renderToken(token: Token, width: number, depth: number): Line[] {
  if (depth > MAX_DEPTH) return renderPlain(token.raw.trim(), width);
  switch (token.type) {
    case "heading":
      return wrap(renderInline((token as Tokens.Heading).tokens, ["bold"]), width);
    case "code":
      return renderCode((token as Tokens.Code).text.split("\n"), width);
    case "blockquote": {
      const bar = [span("│ ", "dim")];
      return renderBlocks((token as Tokens.Blockquote).tokens, Math.max(8, width - 2), depth + 1).map((line) => [
        ...bar,
        ...line,
      ]);
    }
    case "list":
      return renderList(token as Tokens.List, width, depth);
    case "table":
      return renderTable(token as Tokens.Table, width);
    case "hr":
      return [[span("─".repeat(Math.min(width, 40)), "dim")]];
    case "paragraph":
    case "text": {
      const { tokens, text } = token as Tokens.Paragraph | Tokens.Text;
      return wrap(tokens === undefined ? [span(text)] : renderInline(tokens, []), width);
    }
    default:
      return renderPlain(token.raw.trimEnd(), width);
  }
}

function renderList(list: Tokens.List, width: number, depth: number): Line[] {
  const start = typeof list.start === "number" ? list.start : 1;
  const digits = String(start + list.items.length - 1).length;
  return list.items.flatMap((item, index) => {
    const sign = list.ordered ? `${String(start + index).padStart(digits)}.` : "•";
    const box = item.task ? [span(item.checked === true ? "☑ " : "☐ ")] : [];
    const head: Line = [span(`${sign} `, "dim"), ...box];
    // A narrow window has no room for nested indentation.
    const indent: Line = width < 24 ? [span("  ")] : toBlank(head);
    const room = Math.max(8, width - (width < 24 ? 2 : (indent[0]?.text.length ?? 0)));
    const inner = renderBlocks(
      item.tokens.filter((token) => token.type !== "checkbox"),
      room,
      depth + 1,
    );
    const [first = [], ...rest] = inner;
    const lines = [...wrap(first, width, head, indent), ...rest.map((line) => [...indent, ...line])];
    return list.loose && index > 0 ? [[], ...lines] : lines;
  });
}
