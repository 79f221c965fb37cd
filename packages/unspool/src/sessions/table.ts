// Sessions and hits as lines of a table: as wide as the terminal, and as wide as it takes elsewhere.

import type { SearchHit, TranscriptSummary } from "@unspool/client";
import { sanitize } from "../terminal/sanitize.ts";
import { span, type Line } from "../terminal/style.ts";
import { columnsOf, graphemesOf, shorten } from "../terminal/width.ts";
import { money } from "../view/figures.ts";
import { ageOf } from "./age.ts";

export interface TableOptions {
  readonly now: number;
  readonly home: string | undefined;
  /** Infinity: nothing is cut. */
  readonly columns: number;
}

const AGE = 10;
const SHORT_AGE = 6;
const COUNT = 6;
const COST = 8;
/** Below this a whole id leaves no room for what it is about; its beginning is enough to resume it. */
const WIDE = 120;
/** Below this there is no room for the folder, and below the other none for the cost. */
const NARROW = 72;
const NARROWEST = 56;

interface Widths {
  readonly age: number;
  readonly id: number;
  readonly folder: number;
  readonly title: number;
}

function widthsOf(columns: number): Widths {
  if (columns === Number.POSITIVE_INFINITY) return { age: AGE, id: 36, folder: columns, title: columns };
  const age = columns < NARROW ? SHORT_AGE : AGE;
  const id = columns < WIDE ? 8 : 36;
  const folder = columns < NARROW ? 0 : columns < WIDE ? 20 : 28;
  const cost = columns < NARROWEST ? 0 : COST + 2;
  return { age, id, folder, title: Math.max(8, columns - age - id - COUNT - cost - folder - 8) };
}

/** @param costUsd of the session with its agents; undefined if no message of a model is in it */
export function sessionLine(
  session: TranscriptSummary,
  costUsd: number | undefined,
  { now, home, columns }: TableOptions,
): Line {
  const { id, updatedAt, cwd, messageCount, isMessageCountExact } = session;
  const widths = widthsOf(columns);
  const count = `${isMessageCountExact ? "" : "~"}${messageCount}`;
  const title = oneLine(session.title ?? session.firstPrompt ?? "");
  const folder = fit(shortFolder(cwd, home), widths.folder);
  // What a short folder leaves is the title's.
  const spare = widths.folder === 0 || columns === Number.POSITIVE_INFINITY ? 0 : widths.folder - columnsOf(folder);
  return [
    span(ageOf(updatedAt, now, widths.age < AGE).padEnd(widths.age), "dim"),
    span(`  ${sanitize(id).slice(0, widths.id).padEnd(widths.id)}`, "accent"),
    span(`  ${count.padStart(COUNT)}`, "dim"),
    span(columns < NARROWEST ? "" : `  ${(costUsd === undefined ? "" : money(costUsd)).padStart(COST)}`),
    span(widths.folder === 0 ? "" : `  ${folder}`, "dim"),
    span(`  ${shorten(title, widths.title + spare)}`),
  ];
}

export function hitLines(hit: SearchHit, { now, home, columns }: TableOptions): readonly Line[] {
  const { sessionId, role, agentId, at, snippet, file, line } = hit;
  const who = agentId === undefined ? SPEAKERS[role] : `${SPEAKERS[role]} (agent)`;
  const id = sanitize(sessionId).slice(0, widthsOf(columns).id);
  const age = at === undefined ? "" : `  ${ageOf(at, now)}`;
  const room = columns - columnsOf(`${id}  ${who}${age}  `);
  return [
    [
      span(id, "accent"),
      span(`  ${who}`),
      span(age, "dim"),
      span(room < 12 ? "" : `  ${fit(`${shortFolder(file, home)}:${line}`, room)}`, "dim"),
    ],
    [span(`    ${shorten(oneLine(snippet), Math.max(20, columns - 4))}`)],
  ];
}

const SPEAKERS: Readonly<Record<SearchHit["role"], string>> = { user: "you", assistant: "claude", tool: "tool" };

export function headLine({ columns }: TableOptions): Line {
  const { age, id, folder } = widthsOf(columns);
  const cost = columns < NARROWEST ? "" : `  ${"cost".padStart(COST)}`;
  const rest = folder === 0 ? "title" : "folder, title";
  return [span(`${"age".padEnd(age)}  ${"session".padEnd(id)}  ${"msgs".padStart(COUNT)}${cost}  ${rest}`, "dim")];
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
