// What stands inside a line of Markdown, as HTML. Links lead to the web or to a mailbox, or are text; pictures are
// never fetched, so a page cannot tell anybody that it was opened.

import type { Token, Tokens } from "marked";
import { decodeEntities } from "../entities.ts";
import { safeLink } from "../safe-link.ts";
import { html, joined, type Html } from "./html.ts";

const MAX_DEPTH = 24;

export function inlineHtml(tokens: readonly Token[], depth = 0): Html {
  return joined(tokens.map((token) => inline(token, depth)));
}

/** A link, or the words alone if the address is none to follow. */
export function link(address: string, words: Html): Html {
  const href = safeLink(address);
  if (href === undefined) return words;
  return html`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;
}

function inline(token: Token, depth: number): Html {
  if (depth > MAX_DEPTH) return html`${token.raw}`;
  const inner = (): Html => inlineHtml((token as Tokens.Generic).tokens ?? [], depth + 1);
  switch (token.type) {
    case "strong":
      return html`<strong>${inner()}</strong>`;
    case "em":
      return html`<em>${inner()}</em>`;
    case "del":
      return html`<del>${inner()}</del>`;
    case "codespan":
      return html`<code>${(token as Tokens.Codespan).text}</code>`;
    case "br":
      return html`<br />`;
    case "checkbox":
      return html`${(token as Tokens.Checkbox).checked ? "☑ " : "☐ "}`;
    case "link": {
      const { href } = token as Tokens.Link;
      const address = decodeEntities(href);
      const words = inner();
      return safeLink(address) === undefined
        ? html`${words} <span class="address">(${address})</span>`
        : link(address, words);
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return link(
        decodeEntities(href),
        html`<span class="address">[image: ${decodeEntities(text) || href.slice(0, 80)}]</span>`,
      );
    }
    case "text":
    case "escape": {
      const { tokens, text } = token as Tokens.Text;
      return tokens !== undefined && tokens.length > 0 ? inlineHtml(tokens, depth + 1) : html`${decodeEntities(text)}`;
    }
    default:
      return html`${token.raw}`;
  }
}
