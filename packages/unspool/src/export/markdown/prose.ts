// The model's Markdown inside ours: headings one step below our own, HTML and pictures made harmless, code left as it
// is. What came of it is read again by `marked`; if anything but prose is left, the text goes into a fence.

import { Lexer, type Token } from "marked";
import { decodeEntities } from "../entities.ts";
import { isReadable } from "../../markdown/readable.ts";
import { safeLink } from "../safe-link.ts";
import { fence } from "./fence.ts";

const FENCE_LINE = /^[\s>*+\-\d.)]*(`{3,}|~{3,})(.*)$/;

export function prose(text: string): string {
  if (!isReadable(text)) return fence(text);
  const lowered = lower(text.trim());
  try {
    return isHarmless(new Lexer({ gfm: true }).lex(lowered)) ? lowered : fence(text);
  } catch {
    return fence(text);
  }
}

function lower(text: string): string {
  let open: string | undefined;
  const lines = text.split("\n").map((line) => {
    const [, ticks = "", rest = ""] = FENCE_LINE.exec(line) ?? [];
    if (open !== undefined) {
      if (ticks.startsWith(open) && rest.trim() === "") open = undefined;
      return line;
    }
    if (ticks !== "" && !(ticks.startsWith("`") && rest.includes("`"))) {
      open = ticks;
      return line;
    }
    return lowerLine(
      line.replace(
        /^( {0,3})(#{1,6})(?=\s|$)/,
        (_whole, space: string, signs: string) => `${space}${`##${signs}`.slice(0, 6)}`,
      ),
    );
  });
  // A fence that was never closed would take in all that follows.
  return open === undefined ? lines.join("\n") : `${lines.join("\n")}\n${open}`;
}

/** Outside of code spans: `<b>` is told, not done, a picture is a link, and `&#27;` stays what it is. */
function lowerLine(line: string): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((piece, place) =>
      place % 2 === 1
        ? piece
        : piece
            .replaceAll(/<(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]*>)/g, "&lt;")
            .replaceAll(/!(?=\[)/g, "")
            .replaceAll(/&(?=#)/g, "&amp;"),
    )
    .join("");
}

function isHarmless(tokens: readonly Token[]): boolean {
  const pending: unknown[] = [...tokens];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (Array.isArray(item)) {
      for (const one of item) pending.push(one);
      continue;
    }
    const { type, href, tokens: inner, items, header, rows } = item as Record<string, unknown>;
    if (type === "html" || type === "image" || type === "def") return false;
    if (type === "link" && safeLink(decodeEntities(String(href))) === undefined) return false;
    for (const more of [inner, items, header, rows]) if (more !== undefined) pending.push(more);
  }
  return true;
}
