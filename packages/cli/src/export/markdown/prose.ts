// Rewrites the model's Markdown for the page. `marked` parses it, and each kind of token is written in one plain form: our own
// fences and code spans, headings below ours, images as links, HTML as text. Markdown parsers disagree about what is code, so
// nothing is copied as source.

import { Lexer, type Token, type Tokens } from "marked";
import { isReadable } from "../../markdown/is-readable.ts";
import { decodeEntities } from "../entities.ts";
import {
  createCodeSpan,
  createFence,
  createHeading,
  indentBlock,
  joinMarkdown,
  createLink,
  toMarkdown,
  createPlainText,
  quoteBlock,
  createTable,
  type Markdown,
} from "./markdown.ts";

const MAX_DEPTH = 24;
const BARE_ADDRESS = /^https?:\/\/[\w.:/?#=&%+,;-]*[\w/]$/;

export function renderMarkdown(text: string): Markdown {
  if (!isReadable(text)) return createFence(text);
  try {
    const written = renderBlocks(new Lexer({ gfm: true }).lex(text.trim()), 0);
    // A text of only definitions would be empty.
    return written.source === "" ? createFence(text) : written;
  } catch {
    return createFence(text);
  }
}

function renderBlocks(tokens: readonly Token[], depth: number): Markdown {
  return joinMarkdown(
    tokens.map((token) => renderBlock(token, depth)),
    "\n\n",
  );
}

function renderBlock(token: Token, depth: number): Markdown {
  if (depth > MAX_DEPTH) return createFence(token.raw);
  switch (token.type) {
    case "space":
    case "def":
      return toMarkdown``;
    case "heading": {
      const { depth: level, tokens } = token as Tokens.Heading;
      return createHeading(Math.min(6, level + 2), renderInline(tokens, 0));
    }
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return createFence(text, /^[\w+#.-]{1,24}(?=\s|$)/.exec(lang ?? "")?.[0]);
    }
    case "blockquote":
      return quoteBlock(renderBlocks((token as Tokens.Blockquote).tokens, depth + 1));
    case "list":
      return renderList(token as Tokens.List, depth);
    case "table":
      return renderTable(token as Tokens.Table);
    case "hr":
      return toMarkdown`***`;
    case "paragraph":
      return renderInline((token as Tokens.Paragraph).tokens, 0);
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens === undefined ? renderText(text) : renderInline(tokens, 0);
    }
    case "html":
      return token.raw.trim().includes("\n") ? createFence(token.raw, "html") : createPlainText(token.raw.trim());
    default:
      return renderInlineToken(token, depth);
  }
}

function renderList({ ordered, start, items, loose }: Tokens.List, depth: number): Markdown {
  const written = items.map(({ tokens, task, checked }, index) => {
    const marker = ordered ? `${(typeof start === "number" ? start : 1) + index}. ` : "- ";
    const parts = tokens.filter(({ type }) => type !== "checkbox").map((token) => renderBlock(token, depth + 1));
    const box = task ? (checked === true ? DONE : OPEN) : undefined;
    return indentBlock(
      joinMarkdown([box, joinMarkdown(parts, loose ? "\n\n" : "\n")]),
      marker,
      " ".repeat(marker.length),
    );
  });
  return joinMarkdown(written, loose ? "\n\n" : "\n");
}

const DONE = toMarkdown`[x] `;
const OPEN = toMarkdown`[ ] `;

function renderTable({ header, rows, align }: Tokens.Table): Markdown {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => renderInline(tokens, 0)));
  return createTable(
    cells,
    header.map((_cell, index) => align[index] ?? "none"),
  );
}

function renderInline(tokens: readonly Token[], depth: number): Markdown {
  return joinMarkdown(tokens.map((token) => renderInlineToken(token, depth)));
}

function renderInlineToken(token: Token, depth: number): Markdown {
  if (depth > MAX_DEPTH) return createPlainText(token.raw);
  const inner = (): Markdown => renderInline((token as Tokens.Generic).tokens ?? [], depth + 1);
  switch (token.type) {
    case "strong":
      return toMarkdown`**${inner()}**`;
    case "em":
      return toMarkdown`*${inner()}*`;
    case "del":
      return toMarkdown`~~${inner()}~~`;
    case "codespan":
      return createCodeSpan((token as Tokens.Codespan).text);
    case "br":
      return toMarkdown`\\\n`;
    case "link": {
      const { href, raw } = token as Tokens.Link;
      return BARE_ADDRESS.test(raw) ? createPlainText(raw) : createLink(inner(), href);
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return createLink(renderText(text === "" ? "image" : `image: ${text}`), href);
    }
    case "text":
    case "escape": {
      const { tokens, text } = token as Tokens.Text;
      return tokens !== undefined && tokens.length > 0 ? renderInline(tokens, depth + 1) : renderText(text);
    }
    default:
      return createPlainText(token.raw);
  }
}

/** Character references are decoded and cleaned like any text. */
function renderText(text: string): Markdown {
  return createPlainText(decodeEntities(text));
}
