// HTML that can only be made from templates of ours: whatever is put into one is cleaned and escaped, unless it was made
// the same way. There is no other function that makes `Html`, so no text from a stream becomes markup. Cleaned again,
// for marked 18 spells out `&#27;` and `&#x202E;` by itself.

import { sanitize } from "../../terminal/sanitize.ts";

export interface Html {
  readonly markup: string;
  /** Keeps other objects from being taken for it. */
  readonly [MADE_HERE]: true;
}

declare const MADE_HERE: unique symbol;

type Part = Html | readonly Html[] | string | number | undefined;

/** Text is escaped for elements and for attributes in quotes; undefined is nothing. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const words = compact(template);
  let markup = words[0] ?? "";
  for (const [place, part] of parts.entries()) markup += markupOf(part) + (words[place + 1] ?? "");
  return made(markup);
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Line breaks and indentation of our source are not for the page, which may have a million rows. */
function compact(template: TemplateStringsArray): readonly string[] {
  const known = compacted.get(template);
  if (known !== undefined) return known;
  const words = template.map((text) => text.replaceAll(/>\s*\n\s*</g, "><").replaceAll(/\s*\n\s*/g, " "));
  compacted.set(template, words);
  return words;
}

/** Many as one. */
export function joined(parts: readonly Html[]): Html {
  return made(parts.map(({ markup }) => markup).join(""));
}

/** Style and script of the page itself, which are constants of this package. */
export function constantElement(name: "style" | "script", content: string): Html {
  return made(`<${name}>${content}</${name}>`);
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escape(sanitize(String(part)));
  return "markup" in part ? part.markup : joined(part).markup;
}

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(SPECIALS, (character) => ENTITIES[character] ?? "") : text;
}

const SPECIAL = /[&<>"'`]/;
const SPECIALS = /[&<>"'`]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function made(markup: string): Html {
  return { markup } as Html;
}
