// Markdown that only the templates of this file can create, like `Html`: every inserted string is sanitized and escaped, unless it
// is `Markdown` already. No field of a session can become markup.

import { sanitize } from "../../terminal/sanitize.ts";
import { decodeEntities } from "../entities.ts";
import { toSafeLink } from "../safe-link.ts";

export interface Markdown {
  readonly source: string;
  /** Keeps other objects from being taken for it. */
  readonly [MADE_HERE]: true;
}

declare const MADE_HERE: unique symbol;

/** Creates Markdown. Strings are escaped as text of one line; `undefined` is empty. */
export function toMarkdown(
  template: TemplateStringsArray,
  ...parts: readonly (Markdown | string | number | undefined)[]
): Markdown {
  let source = template[0] ?? "";
  for (const [index, part] of parts.entries()) {
    const text = typeof part === "object" ? part.source : part === undefined ? "" : escapeText(String(part));
    source += text + (template[index + 1] ?? "");
  }
  return createMarkdown(source);
}

/** Joins the parts that are not empty. */
export function joinMarkdown(parts: readonly (Markdown | string | undefined)[], separator: string = ""): Markdown {
  const sources = parts.map((part) => toMarkdown`${part}`.source);
  return createMarkdown(sources.filter((source) => source !== "").join(separator));
}

/** Creates a code block that its content cannot close. `language` is left out unless it is a simple word. */
export function createFence(text: string, language: string = ""): Markdown {
  const code = sanitize(text).replace(/\n$/, "");
  const ticks = "`".repeat(Math.max(3, findLongestRun(code) + 1));
  const info = /^[\w+#.-]{0,24}$/.test(language) ? language : "";
  return createMarkdown(`${ticks}${info}\n${code}\n${ticks}`);
}

/** Creates a code span. */
export function createCodeSpan(text: string): Markdown {
  const line = collapseWhitespace(text);
  if (line === "") return createMarkdown("");
  const ticks = "`".repeat(findLongestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return createMarkdown(`${ticks}${space}${line}${space}${ticks}`);
}

/** Quotes a block. */
export function quoteBlock({ source }: Markdown): Markdown {
  return indentBlock(createMarkdown(source), "> ", "> ");
}

/** Puts a marker before the first line of a block and indents the others. */
export function indentBlock({ source }: Markdown, first: string, following: string): Markdown {
  const lines = source.split("\n").map((line, index) => {
    const marker = index === 0 ? first : following;
    return line === "" ? marker.trimEnd() : marker + line;
  });
  return createMarkdown(lines.join("\n"));
}

/** Creates a link, or label and address as text if the address is not allowed. */
export function createLink(label: Markdown, address: string): Markdown {
  const href = toSafeLink(decodeEntities(address));
  if (href === undefined) return label.source === address ? label : toMarkdown`${label} (${address})`;
  // `URL` encodes almost nothing in a mailto address.
  const safe = sanitize(href).replaceAll(/[\s<>()[\]\\|`"'*_~!]/g, (character) => encodeURIComponent(character));
  return createMarkdown(`[${label.source}](<${safe.replaceAll(/[()'*~!]/g, percentEncode)}>)`);
}

/** Creates a heading. */
export function createHeading(level: number, text: Markdown): Markdown {
  return createMarkdown(`${"#".repeat(level)} ${joinLines(text)}`);
}

/** Creates a table. Bars inside cells are escaped, also in code. */
export function createTable(rows: readonly (readonly Markdown[])[], sides: readonly Side[]): Markdown {
  const written = rows.map(
    (cells) => `|${cells.map((text) => ` ${escapeBars(joinLines(text))} `.replace("  ", " ")).join("|")}|`,
  );
  const rule = `|${sides.map((side) => RULES[side]).join("|")}|`;
  return createMarkdown([written[0] ?? "", rule, ...written.slice(1)].join("\n"));
}

export type Side = "none" | "left" | "center" | "right";

const RULES: Readonly<Record<Side, string>> = { none: "---", left: ":--", center: ":-:", right: "--:" };

function joinLines({ source }: Markdown): string {
  return source.replaceAll(/\\?\s*\n\s*/g, " ").trim();
}

/** Escapes each bar that is not escaped yet. */
function escapeBars(source: string): string {
  return source.replaceAll(/(\\*)\|/g, (whole: string, before: string) =>
    before.length % 2 === 1 ? whole : `${before}\\|`,
  );
}

/**
 * Text that stays text in every reader of Markdown, with its line breaks. Letters, digits and what only makes emphasis stay
 * as they are, so that the source can be read.
 */
export function createPlainText(text: string): Markdown {
  const safe = sanitize(text)
    .replaceAll(/&(?=[#\w])/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("`", "&#96;")
    .replaceAll(/\\(?=[!-/:-@[-`{-~\n]|$)/g, "\\\\")
    .replaceAll(/[[\]~]/g, "\\$&")
    // A line of dashes or bars would turn the line above into a heading or a table.
    .replaceAll(/^([ \t>]*)(?=[-=:|+*_])(?=[-=:|+*_ \t]+$)/gm, "$1\\");
  return createMarkdown(safe);
}

/** Escapes text of one line, so that nothing in it is parsed as Markdown or HTML. */
function escapeText(text: string): string {
  const marked = collapseWhitespace(text)
    .replaceAll(/[\\`*_{}[\]#|~!>]|^[-+=:]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  return marked.replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}

function collapseWhitespace(text: string): string {
  return sanitize(text).replaceAll(/\s+/g, " ").trim();
}

function findLongestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Encodes the characters that `encodeURIComponent` leaves unchanged. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function createMarkdown(source: string): Markdown {
  return { source } as Markdown;
}
