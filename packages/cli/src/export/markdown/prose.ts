// Rewrites the model's Markdown for the page. `marked` parses it, and each kind of token is written in one plain form: our own
// fences and code spans, headings below ours, images as links, HTML as text. Markdown parsers disagree about what is code, so
// nothing is copied as source.

import { Lexer, type Token, type Tokens } from "marked";
import { isReadable } from "../../markdown/is-readable.ts";
import { decodeEntities } from "../entities.ts";
import {
  codeSpan,
  fence,
  heading,
  indented,
  joinMarkdown,
  link,
  toMarkdown,
  plainText,
  quoted,
  table,
  type Markdown,
} from "./markdown.ts";

const MAX_DEPTH = 24;
const BARE_ADDRESS = /^https?:\/\/[\w.:/?#=&%+,;-]*[\w/]$/;

export function renderMarkdown(text: string): Markdown {
  if (!isReadable(text)) return fence(text);
  try {
    const written = blocks(new Lexer({ gfm: true }).lex(text.trim()), 0);
    // A text of only definitions would be empty.
    return written.source === "" ? fence(text) : written;
  } catch {
    return fence(text);
  }
}

function blocks(tokens: readonly Token[], depth: number): Markdown {
  return joinMarkdown(
    tokens.map((token) => block(token, depth)),
    "\n\n",
  );
}

function block(token: Token, depth: number): Markdown {
  if (depth > MAX_DEPTH) return fence(token.raw);
  switch (token.type) {
    case "space":
    case "def":
      return toMarkdown``;
    case "heading": {
      const { depth: level, tokens } = token as Tokens.Heading;
      return heading(Math.min(6, level + 2), inline(tokens, 0));
    }
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return fence(text, /^[\w+#.-]{1,24}(?=\s|$)/.exec(lang ?? "")?.[0]);
    }
    case "blockquote":
      return quoted(blocks((token as Tokens.Blockquote).tokens, depth + 1));
    case "list":
      return list(token as Tokens.List, depth);
    case "table":
      return tableOf(token as Tokens.Table);
    case "hr":
      return toMarkdown`***`;
    case "paragraph":
      return inline((token as Tokens.Paragraph).tokens, 0);
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens === undefined ? textOf(text) : inline(tokens, 0);
    }
    case "html":
      return token.raw.trim().includes("\n") ? fence(token.raw, "html") : plainText(token.raw.trim());
    default:
      return inlineToken(token, depth);
  }
}

function list({ ordered, start, items, loose }: Tokens.List, depth: number): Markdown {
  const written = items.map(({ tokens, task, checked }, index) => {
    const marker = ordered ? `${(typeof start === "number" ? start : 1) + index}. ` : "- ";
    const parts = tokens.filter(({ type }) => type !== "checkbox").map((token) => block(token, depth + 1));
    const box = task ? (checked === true ? DONE : OPEN) : undefined;
    return indented(joinMarkdown([box, joinMarkdown(parts, loose ? "\n\n" : "\n")]), marker, " ".repeat(marker.length));
  });
  return joinMarkdown(written, loose ? "\n\n" : "\n");
}

const DONE = toMarkdown`[x] `;
const OPEN = toMarkdown`[ ] `;

function tableOf({ header, rows, align }: Tokens.Table): Markdown {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => inline(tokens, 0)));
  return table(
    cells,
    header.map((_cell, index) => align[index] ?? "none"),
  );
}

function inline(tokens: readonly Token[], depth: number): Markdown {
  return joinMarkdown(tokens.map((token) => inlineToken(token, depth)));
}

function inlineToken(token: Token, depth: number): Markdown {
  if (depth > MAX_DEPTH) return plainText(token.raw);
  const inner = (): Markdown => inline((token as Tokens.Generic).tokens ?? [], depth + 1);
  switch (token.type) {
    case "strong":
      return toMarkdown`**${inner()}**`;
    case "em":
      return toMarkdown`*${inner()}*`;
    case "del":
      return toMarkdown`~~${inner()}~~`;
    case "codespan":
      return codeSpan((token as Tokens.Codespan).text);
    case "br":
      return toMarkdown`\\\n`;
    case "link": {
      const { href, raw } = token as Tokens.Link;
      return BARE_ADDRESS.test(raw) ? plainText(raw) : link(inner(), href);
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return link(textOf(text === "" ? "image" : `image: ${text}`), href);
    }
    case "text":
    case "escape": {
      const { tokens, text } = token as Tokens.Text;
      return tokens !== undefined && tokens.length > 0 ? inline(tokens, depth + 1) : textOf(text);
    }
    default:
      return plainText(token.raw);
  }
}

/** Character references are decoded and cleaned like any text. */
function textOf(text: string): Markdown {
  return plainText(decodeEntities(text));
}
