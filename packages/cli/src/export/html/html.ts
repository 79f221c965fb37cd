// HTML that only the templates of this file can create: every inserted string is sanitized and escaped, unless it is `Html`
// already. No text from a stream can become markup. Text is sanitized here again because marked 18 decodes `&#27;` and `&#x202E;`.

import { sanitize } from "../../terminal/sanitize.ts";

export interface Html {
  readonly markup: string;
  /** Keeps other objects from being taken for it. */
  readonly [MADE_HERE]: true;
}

declare const MADE_HERE: unique symbol;

type Part = Html | readonly Html[] | string | number | undefined;

/** Creates HTML. Text is escaped for elements and quoted attributes; `undefined` is empty. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = compact(template);
  let markup = texts[0] ?? "";
  for (const [index, part] of parts.entries()) markup += toMarkup(part) + (texts[index + 1] ?? "");
  return createHtml(markup);
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Removes the line breaks and indentation of the source, because a page may have a million rows. */
function compact(template: TemplateStringsArray): readonly string[] {
  const known = compacted.get(template);
  if (known !== undefined) return known;
  const texts = template.map((text) => text.replaceAll(/>\s*\n\s*</g, "><").replaceAll(/\s*\n\s*/g, " "));
  compacted.set(template, texts);
  return texts;
}

/** Concatenates HTML. */
export function joinHtml(parts: readonly Html[]): Html {
  return createHtml(parts.map(({ markup }) => markup).join(""));
}

/** Creates the style or script element of the page, whose content is a constant of this package. */
export function createConstantElement(name: "style" | "script", content: string): Html {
  return createHtml(`<${name}>${content}</${name}>`);
}

function toMarkup(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escape(sanitize(String(part)));
  return "markup" in part ? part.markup : joinHtml(part).markup;
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

function createHtml(markup: string): Html {
  return { markup } as Html;
}
