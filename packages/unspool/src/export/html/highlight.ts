// Colours for code. `lowlight` reads a text into a tree of scopes (the grammars are those of highlight.js); what is written
// is ours: a few classes of this file around pieces of the text, in the templates that escape everything. The text stays
// the same letter by letter, and what is long or not understood has no colours.

import { createContext, Script } from "node:vm";
import { common, createLowlight } from "lowlight";
import { sanitize } from "../../terminal/sanitize.ts";
import { html, joined, type Html } from "./html.ts";

const MAX_CHARACTERS = 30_000;
const MAX_LINE = 1000;
/** Of one page: reading so much takes a few seconds. */
const MAX_OF_PAGE = 1_000_000;
/**
 * Grammars are regular expressions, and some go back and forth in a hostile text: 30,000 letters `a` take that of Arduino
 * 90 s (highlight.js 11.11.2). One that takes longer than this is stopped; usual are 100 ms.
 */
const MAX_MS = 1000;
const MAX_STOPPED = 3;

type Looks = "k" | "s" | "c" | "n" | "f" | "t" | "m" | "added" | "removed";

/** Scopes of highlight.js, in the order of their first words. One that is not here has the colour of the text around it. */
const LOOKS: Readonly<Record<string, Looks>> = {
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
  /** @param language a name, or how a file's name ends */
  code(text: string, language: string | undefined): Html;
  /** Each line for itself, for rows. */
  lines(lines: readonly string[], language: string | undefined): readonly Html[];
}

interface Run {
  readonly text: string;
  readonly looks: Looks | undefined;
}

export function createHighlighter(): Highlighter {
  let lowlight = createLowlight(common);
  let left = MAX_OF_PAGE;
  let stopped = 0;

  /** Undefined: without colours. */
  function runsOf(text: string, language: string | undefined): readonly Run[] | undefined {
    const name = language?.toLowerCase();
    if (name === undefined || stopped >= MAX_STOPPED || !lowlight.registered(name)) return undefined;
    if (text.length > Math.min(MAX_CHARACTERS, left) || hasLongLine(text)) return undefined;
    left -= text.length;
    const runs: Run[] = [];
    if (!runsInTime(() => collect(lowlight.highlight(name, text), undefined, runs))) {
      stopped += 1;
      // It may have been stopped while it was making a grammar ready.
      lowlight = createLowlight(common);
      return undefined;
    }
    return runs.map((run) => run.text).join("") === text ? runs : undefined;
  }
  return {
    code(given, language) {
      const text = sanitize(given);
      const runs = runsOf(text, language);
      return runs === undefined ? html`${text}` : joined(runs.map(runHtml));
    },
    lines(given, language) {
      const lines = given.map((line) => sanitize(line).replaceAll("\n", " "));
      const runs = runsOf(lines.join("\n"), language);
      return runs === undefined ? lines.map((line) => html`${line}`) : splitLines(runs).map((line) => joined(line));
    },
  };
}

/** For what is shown without colours, as thoughts are. */
export const NO_HIGHLIGHTER: Highlighter = {
  code: (text) => html`${text}`,
  lines: (lines) => lines.map((line) => html`${line}`),
};

let job = (): void => undefined;
const CALL = new Script("run()");
let context: ReturnType<typeof createContext> | undefined;

/** Nothing else in Node ends a regular expression that is at work. @returns whether it came to its end */
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

/** A tree of lowlight, by what is read of it. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

function collect({ type, value, properties, children = [] }: Node, around: Looks | undefined, runs: Run[]): void {
  if (type === "text") {
    if (value !== undefined && value !== "") runs.push({ text: value, looks: around });
    return;
  }
  const looks = looksOf(properties?.className) ?? around;
  for (const child of children) collect(child, looks, runs);
}

/** `hljs-title function_` is a title. */
function looksOf(className: unknown): Looks | undefined {
  const scope: unknown = Array.isArray(className) ? className[0] : undefined;
  const word = typeof scope === "string" ? /^hljs-([a-z]+(?:_in)?)/.exec(scope)?.[1] : undefined;
  return word !== undefined && Object.hasOwn(LOOKS, word) ? LOOKS[word] : undefined;
}

function runHtml({ text, looks }: Run): Html {
  return looks === undefined ? html`${text}` : html`<i class="${looks}">${text}</i>`;
}

function splitLines(runs: readonly Run[]): readonly (readonly Html[])[] {
  const lines: Html[][] = [[]];
  for (const { text, looks } of runs) {
    for (const [place, part] of text.split("\n").entries()) {
      if (place > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(runHtml({ text: part, looks }));
    }
  }
  return lines;
}

function hasLongLine(text: string): boolean {
  return text.split("\n").some((line) => line.length > MAX_LINE);
}
