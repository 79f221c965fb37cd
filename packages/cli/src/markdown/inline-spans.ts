// Renders inline Markdown as styled spans: emphasis, code, links as text.

import type { Token, Tokens } from "marked";
import { cleanText } from "../terminal/clean-text.ts";
import { span, type Span, type Style } from "../terminal/style.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};
const MAX_DEPTH = 12;

export function renderInline(tokens: readonly Token[], styles: readonly Style[], depth = 0): Span[] {
  return tokens.flatMap((token) => renderToken(token, styles, depth));
}

function renderToken(token: Token, styles: readonly Style[], depth: number): Span[] {
  if (depth > MAX_DEPTH) return [span(token.raw, ...styles)];
  const inner = (more: Style): Span[] =>
    renderInline((token as Tokens.Generic).tokens ?? [], styles.includes(more) ? styles : [...styles, more], depth + 1);
  switch (token.type) {
    case "strong":
      return inner("bold");
    case "em":
      return inner("italic");
    case "del":
      return inner("strike");
    case "codespan":
      return [span((token as Tokens.Codespan).text, ...styles, "accent")];
    case "br":
      return [span("\n")];
    case "link": {
      const { href, tokens, text } = token as Tokens.Link;
      const label = renderInline(tokens, [...styles, "underline"], depth + 1);
      return text === href || `mailto:${text}` === href || `http://${text}` === href
        ? label
        : [...label, span(` (${href})`, "dim")];
    }
    case "image": {
      const { text, href } = token as Tokens.Image;
      return [span(`[${text === "" ? "image" : text}]`, ...styles), span(` (${href})`, "dim")];
    }
    case "text":
    case "escape": {
      const { tokens, text } = token as Tokens.Text;
      if (tokens !== undefined && tokens.length > 0) return renderInline(tokens, styles, depth + 1);
      return [span(cleanText(decodeEntities(text)), ...styles)];
    }
    default:
      return [span(token.raw, ...styles)];
  }
}

/** Decodes the few entities that models write. `marked` decodes numbered ones, so the text must be cleaned again. */
function decodeEntities(text: string): string {
  return text.includes("&")
    ? text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    : text;
}
