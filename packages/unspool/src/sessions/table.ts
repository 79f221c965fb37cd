// Sessions and hits as lines of a table: as wide as the terminal, and as wide as it takes elsewhere.

import type { SearchHit, TranscriptSummary } from "@unspool/client";
import { sanitize } from "../terminal/sanitize.ts";
import { span, type Line } from "../terminal/style.ts";
import { columnsOf, graphemesOf, shorten } from "../terminal/width.ts";
import { ageOf } from "./age.ts";

export interface TableOptions {
  readonly now: number;
  readonly home: string | undefined;
  /** Infinity: nothing is cut. */
  readonly columns: number;
}

const AGE = 10;
const COUNT = 6;
/** Below this a whole id leaves no room for what it is about; its beginning is enough to resume it. */
const WIDE = 120;
const NARROW = 64;

interface Widths {
  readonly id: number;
  readonly folder: number;
  readonly title: number;
}

function widthsOf(columns: number): Widths {
  if (columns === Number.POSITIVE_INFINITY) return { id: 36, folder: columns, title: columns };
  const id = columns < WIDE ? 8 : 36;
  const folder = columns < NARROW ? 0 : columns < WIDE ? 20 : 28;
  return { id, folder, title: Math.max(10, columns - AGE - id - COUNT - folder - 8) };
}

export function sessionLine(session: TranscriptSummary, { now, home, columns }: TableOptions): Line {
  const { id, updatedAt, cwd, messageCount, isMessageCountExact } = session;
  const widths = widthsOf(columns);
  const count = `${isMessageCountExact ? "" : "~"}${messageCount}`;
  const title = oneLine(session.title ?? session.firstPrompt ?? "");
  const folder = fit(shortFolder(cwd, home), widths.folder);
  return [
    span(ageOf(updatedAt, now).padEnd(AGE), "dim"),
    span(`  ${sanitize(id).slice(0, widths.id).padEnd(widths.id)}`, "accent"),
    span(`  ${count.padStart(COUNT)}`, "dim"),
    span(widths.folder === 0 ? "" : `  ${folder}`, "dim"),
    span(`  ${shorten(title, widths.title)}`),
  ];
}

export function hitLines(hit: SearchHit, { now, columns }: TableOptions): readonly Line[] {
  const { sessionId, role, at, snippet, file, line } = hit;
  return [
    [
      span(sanitize(sessionId), "accent"),
      span(`  ${role === "user" ? "you" : "claude"}`),
      span(at === undefined ? "" : `  ${ageOf(at, now)}`, "dim"),
      span(`  ${oneLine(file)}:${line}`, "dim"),
    ],
    [span(`    ${shorten(oneLine(snippet), Math.max(20, columns - 4))}`)],
  ];
}

export function headLine({ columns }: TableOptions): Line {
  const { id, folder } = widthsOf(columns);
  const rest = folder === 0 ? "title" : "folder, title";
  return [span(`${"age".padEnd(AGE)}  ${"session".padEnd(id)}  ${"msgs".padStart(COUNT)}  ${rest}`, "dim")];
}

function shortFolder(cwd: string | undefined, home: string | undefined): string {
  const folder = oneLine(cwd ?? "?");
  const isInside = home !== undefined && home !== "" && (folder === home || folder.startsWith(`${home}/`));
  return isInside ? `~${folder.slice(home.length)}` : folder;
}

/** The end of a path tells more than its beginning. */
function fit(folder: string, columns: number): string {
  if (columns === 0 || columnsOf(folder) <= columns) return folder;
  const rest = [...graphemesOf(folder)];
  while (columnsOf(rest.join("")) >= columns) rest.shift();
  return `…${rest.join("")}`;
}

function oneLine(text: string): string {
  return sanitize(text).replaceAll(/\s+/g, " ").trim();
}
