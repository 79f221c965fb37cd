// Renders inline Markdown as HTML. Only links to the web and to mailboxes are links; images are never loaded, so that opening a
// page cannot be tracked.

import type { Token, Tokens } from "marked";
import { decodeEntities } from "../entities.ts";
import { toSafeLink } from "../safe-link.ts";
import { html, joinHtml, type Html } from "./html.ts";

const MAX_DEPTH = 24;

export function renderInline(tokens: readonly Token[], depth = 0): Html {
  return joinHtml(tokens.map((token) => renderToken(token, depth)));
}

/** Renders a link, or only its label if the address is not allowed. */
export function renderLink(address: string, label: Html): Html {
  const href = toSafeLink(address);
  if (href === undefined) return label;
  return html`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${label}</a>`;
}

function renderToken(token: Token, depth: number): Html {
  if (depth > MAX_DEPTH) return html`${token.raw}`;
  const inner = (): Html => renderInline((token as Tokens.Generic).tokens ?? [], depth + 1);
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
      const label = inner();
      return toSafeLink(address) === undefined
        ? html`${label} <span class="address">(${address})</span>`
        : renderLink(address, label);
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return renderLink(
        decodeEntities(href),
        html`<span class="address">[image: ${decodeEntities(text) || href.slice(0, 80)}]</span>`,
      );
    }
    case "text":
    case "escape": {
      const { tokens, text } = token as Tokens.Text;
      return tokens !== undefined && tokens.length > 0
        ? renderInline(tokens, depth + 1)
        : html`${decodeEntities(text)}`;
    }
    default:
      return html`${token.raw}`;
  }
}
