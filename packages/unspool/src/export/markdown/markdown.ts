// Markdown that can only be made from templates of ours, as `Html` is: a string that is put into a template is cleaned and
// escaped, unless it was made the same way. So no field of a session becomes markup, and a new field cannot be forgotten.

import { sanitize } from "../../terminal/sanitize.ts";
import { decodeEntities } from "../entities.ts";
import { safeLink } from "../safe-link.ts";

export interface Markdown {
  readonly source: string;
  /** Keeps other objects from being taken for it. */
  readonly [MADE_HERE]: true;
}

declare const MADE_HERE: unique symbol;

/** Strings are written as words of one line; undefined is nothing. */
export function write(
  template: TemplateStringsArray,
  ...parts: readonly (Markdown | string | number | undefined)[]
): Markdown {
  let source = template[0] ?? "";
  for (const [place, part] of parts.entries()) {
    const text = typeof part === "object" ? part.source : part === undefined ? "" : plainWords(String(part));
    source += text + (template[place + 1] ?? "");
  }
  return made(source);
}

/** Joins parts by a separator of ours; what is empty is left out. */
export function joined(parts: readonly (Markdown | string | undefined)[], separator: string = ""): Markdown {
  const sources = parts.map((part) => write`${part}`.source);
  return made(sources.filter((source) => source !== "").join(separator));
}

/** A block of code that its content cannot end. @param language a word; anything else is left out */
export function fence(text: string, language: string = ""): Markdown {
  const code = sanitize(text).replace(/\n$/, "");
  const ticks = "`".repeat(Math.max(3, longestRun(code) + 1));
  const info = /^[\w+#.-]{0,24}$/.test(language) ? language : "";
  return made(`${ticks}${info}\n${code}\n${ticks}`);
}

/** Code within a line. */
export function codeSpan(text: string): Markdown {
  const line = oneLine(text);
  if (line === "") return made("");
  const ticks = "`".repeat(longestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return made(`${ticks}${space}${line}${space}${ticks}`);
}

/** A quotation. */
export function quoted({ source }: Markdown): Markdown {
  return indented(made(source), "> ", "> ");
}

/** The lines of a block behind a marker of ours, and the following ones below it. */
export function indented({ source }: Markdown, first: string, following: string): Markdown {
  const lines = source.split("\n").map((line, place) => {
    const marker = place === 0 ? first : following;
    return line === "" ? marker.trimEnd() : marker + line;
  });
  return made(lines.join("\n"));
}

/** A link, or its words and the address as text if it leads to anything but the web or a mailbox. */
export function link(words: Markdown, address: string): Markdown {
  const href = safeLink(decodeEntities(address));
  if (href === undefined) return words.source === address ? words : write`${words} (${address})`;
  // Of the address of a mailbox, URL encodes next to nothing.
  const safe = sanitize(href).replaceAll(/[\s<>()[\]\\|`"'*_~!]/g, (character) => encodeURIComponent(character));
  return made(`[${words.source}](<${safe.replaceAll(/[()'*~!]/g, percent)}>)`);
}

/** A heading of one line. */
export function heading(level: number, words: Markdown): Markdown {
  return made(`${"#".repeat(level)} ${asLine(words)}`);
}

/** A table: bars in a cell do not end it, not even those in code. */
export function table(rows: readonly (readonly Markdown[])[], sides: readonly Side[]): Markdown {
  const written = rows.map(
    (cells) => `|${cells.map((words) => ` ${barless(asLine(words))} `.replace("  ", " ")).join("|")}|`,
  );
  const rule = `|${sides.map((side) => RULES[side]).join("|")}|`;
  return made([written[0] ?? "", rule, ...written.slice(1)].join("\n"));
}

export type Side = "none" | "left" | "center" | "right";

const RULES: Readonly<Record<Side, string>> = { none: "---", left: ":--", center: ":-:", right: "--:" };

function asLine({ source }: Markdown): string {
  return source.replaceAll(/\\?\s*\n\s*/g, " ").trim();
}

/** Escapes each bar that is not escaped yet. */
function barless(source: string): string {
  return source.replaceAll(/(\\*)\|/g, (whole: string, before: string) =>
    before.length % 2 === 1 ? whole : `${before}\\|`,
  );
}

/**
 * Text that stays text in every reader of Markdown, with its line breaks. Letters, digits and what only makes emphasis stay
 * as they are, so that the source can be read.
 */
export function plainText(text: string): Markdown {
  const safe = sanitize(text)
    .replaceAll(/&(?=[#\w])/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("`", "&#96;")
    .replaceAll(/\\(?=[!-/:-@[-`{-~\n]|$)/g, "\\\\")
    .replaceAll(/[[\]~]/g, "\\$&")
    // A line of dashes or bars would make a heading or a table of the one above it.
    .replaceAll(/^([ \t>]*)(?=[-=:|+*_])(?=[-=:|+*_ \t]+$)/gm, "$1\\");
  return made(safe);
}

/** Words of one line as words: nothing in them is read as Markdown or HTML. */
function plainWords(text: string): string {
  const marked = oneLine(text)
    .replaceAll(/[\\`*_{}[\]#|~!>]|^[-+=:]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  return marked.replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}

function oneLine(text: string): string {
  return sanitize(text).replaceAll(/\s+/g, " ").trim();
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** `encodeURIComponent` leaves a few signs alone. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function made(source: string): Markdown {
  return { source } as Markdown;
}
