// Highlights code. `lowlight` parses a text into a tree of scopes with the grammars of highlight.js; the output is made of our own
// templates, which escape everything. The text stays the same letter by letter. Long or unknown code is not highlighted.

import { createContext, Script } from "node:vm";
import { common, createLowlight } from "lowlight";
import { sanitize } from "../../terminal/sanitize.ts";
import { html, joinHtml, type Html } from "./html.ts";

const MAX_CHARACTERS = 30_000;
const MAX_LINE = 1000;
/** Limit for one page. Parsing this much takes a few seconds. */
const MAX_OF_PAGE = 1_000_000;
/**
 * Timeout of one text; 100 ms are usual. Grammars are regular expressions, and some backtrack in hostile text: 30,000 letters `a`
 * take the grammar of Arduino 90 s (highlight.js 11.11.2).
 */
const MAX_MS = 1000;
const MAX_STOPPED = 3;

type CodeStyle = "k" | "s" | "c" | "n" | "f" | "t" | "m" | "added" | "removed";

/** Styles of highlight.js scopes. Other scopes have the colour of the surrounding text. */
const CODE_STYLES: Readonly<Record<string, CodeStyle>> = {
  addition: "added",
  attr: "t",
  attribute: "t",
  built_in: "t",
  bullet: "n",
  char: "s",
  class: "t",
  code: "s",
  comment: "c",
  deletion: "removed",
  doctag: "c",
  keyword: "k",
  link: "s",
  literal: "n",
  meta: "m",
  name: "f",
  number: "n",
  property: "t",
  quote: "c",
  regexp: "s",
  section: "f",
  selector: "f",
  string: "s",
  symbol: "n",
  tag: "m",
  template: "m",
  title: "f",
  type: "t",
  variable: "t",
};

export interface Highlighter {
  /** @param language a name or a file extension */
  code(text: string, language: string | undefined): Html;
  /** Highlights a text and returns each line separately. */
  lines(lines: readonly string[], language: string | undefined): readonly Html[];
}

interface Run {
  readonly text: string;
  readonly style: CodeStyle | undefined;
}

export function createHighlighter(): Highlighter {
  let lowlight = createLowlight(common);
  let left = MAX_OF_PAGE;
  let stopped = 0;

  /** Returns `undefined` if the text is not highlighted. */
  function parseRuns(text: string, language: string | undefined): readonly Run[] | undefined {
    const name = language?.toLowerCase();
    if (name === undefined || stopped >= MAX_STOPPED || !lowlight.registered(name)) return undefined;
    if (text.length > Math.min(MAX_CHARACTERS, left) || hasLongLine(text)) return undefined;
    left -= text.length;
    const runs: Run[] = [];
    if (!runsInTime(() => collect(lowlight.highlight(name, text), undefined, runs))) {
      stopped += 1;
      // The timeout may have hit while a grammar was compiled.
      lowlight = createLowlight(common);
      return undefined;
    }
    return runs.map((run) => run.text).join("") === text ? runs : undefined;
  }
  return {
    code(given, language) {
      const text = sanitize(given);
      const runs = parseRuns(text, language);
      return runs === undefined ? html`${text}` : joinHtml(runs.map(renderRun));
    },
    lines(given, language) {
      const lines = given.map((line) => sanitize(line).replaceAll("\n", " "));
      const runs = parseRuns(lines.join("\n"), language);
      return runs === undefined ? lines.map((line) => html`${line}`) : splitLines(runs).map((line) => joinHtml(line));
    },
  };
}

/** For text that is not highlighted, such as thinking. */
export const NO_HIGHLIGHTER: Highlighter = {
  code: (text) => html`${text}`,
  lines: (lines) => lines.map((line) => html`${line}`),
};

let job = (): void => undefined;
const CALL = new Script("run()");
let context: ReturnType<typeof createContext> | undefined;

/** Runs a function with a timeout; returns whether it finished. Only `vm` can stop a running regular expression in Node. */
function runsInTime(work: () => void): boolean {
  context ??= createContext({ run: () => job() });
  job = work;
  try {
    CALL.runInContext(context, { timeout: MAX_MS });
    return true;
  } catch {
    return false;
  }
}

/** The parts of a lowlight tree that are read. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

function collect({ type, value, properties, children = [] }: Node, around: CodeStyle | undefined, runs: Run[]): void {
  if (type === "text") {
    if (value !== undefined && value !== "") runs.push({ text: value, style: around });
    return;
  }
  const style = toCodeStyle(properties?.className) ?? around;
  for (const child of children) collect(child, style, runs);
}

/** Returns the style of a class such as `hljs-title function_`, which is a title. */
function toCodeStyle(className: unknown): CodeStyle | undefined {
  const scope: unknown = Array.isArray(className) ? className[0] : undefined;
  const word = typeof scope === "string" ? /^hljs-([a-z]+(?:_in)?)/.exec(scope)?.[1] : undefined;
  return word !== undefined && Object.hasOwn(CODE_STYLES, word) ? CODE_STYLES[word] : undefined;
}

function renderRun({ text, style }: Run): Html {
  return style === undefined ? html`${text}` : html`<i class="${style}">${text}</i>`;
}

function splitLines(runs: readonly Run[]): readonly (readonly Html[])[] {
  const lines: Html[][] = [[]];
  for (const { text, style } of runs) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(renderRun({ text: part, style }));
    }
  }
  return lines;
}

function hasLongLine(text: string): boolean {
  return text.split("\n").some((line) => line.length > MAX_LINE);
}
