// Formats sessions and search hits as lines of a table, which fits the terminal and has full width elsewhere.

import type { SearchHit, TranscriptSummary } from "@unspool/client";
import { sanitize } from "../terminal/sanitize.ts";
import { span, type Line } from "../terminal/style.ts";
import { measureColumns, splitGraphemes, shorten } from "../terminal/width.ts";
import { formatUsd } from "../output/format-numbers.ts";

export interface TableOptions {
  readonly now: number;
  readonly home: string | undefined;
  /** Width of the table. With Infinity nothing is shortened. */
  readonly columns: number;
}

const AGE = 10;
const SHORT_AGE = 6;
const COUNT = 6;
const COST = 8;
/** Below this width ids are shortened: 8 characters are enough to resume a session. */
const WIDE = 120;
/** Below this width the folder is omitted; below the next one the cost, too. */
const NARROW = 72;
const NARROWEST = 56;

interface Widths {
  readonly age: number;
  readonly id: number;
  readonly folder: number;
  readonly title: number;
}

function computeWidths(columns: number): Widths {
  if (columns === Number.POSITIVE_INFINITY) return { age: AGE, id: 36, folder: columns, title: columns };
  const age = columns < NARROW ? SHORT_AGE : AGE;
  const id = columns < WIDE ? 8 : 36;
  const folder = columns < NARROW ? 0 : columns < WIDE ? 20 : 28;
  const cost = columns < NARROWEST ? 0 : COST + 2;
  return { age, id, folder, title: Math.max(8, columns - age - id - COUNT - cost - folder - 8) };
}

/** @param costUsd of the session and its agents; undefined if it has no message of a model */
export function formatSession(
  session: TranscriptSummary,
  costUsd: number | undefined,
  { now, home, columns }: TableOptions,
): Line {
  const { id, updatedAt, cwd, messageCount, isMessageCountExact } = session;
  const widths = computeWidths(columns);
  const count = `${isMessageCountExact ? "" : "~"}${messageCount}`;
  const title = collapseWhitespace(session.title ?? session.firstPrompt ?? "");
  const folder = fitPath(shortenHome(cwd, home), widths.folder);
  // The title gets the columns that a short folder leaves.
  const spare =
    widths.folder === 0 || columns === Number.POSITIVE_INFINITY ? 0 : widths.folder - measureColumns(folder);
  return [
    span(formatAge(updatedAt, now, widths.age < AGE).padEnd(widths.age), "dim"),
    span(`  ${sanitize(id).slice(0, widths.id).padEnd(widths.id)}`, "accent"),
    span(`  ${count.padStart(COUNT)}`, "dim"),
    span(columns < NARROWEST ? "" : `  ${(costUsd === undefined ? "" : formatUsd(costUsd)).padStart(COST)}`),
    span(widths.folder === 0 ? "" : `  ${folder}`, "dim"),
    span(`  ${shorten(title, widths.title + spare)}`),
  ];
}

export function formatHit(hit: SearchHit, { now, home, columns }: TableOptions): readonly Line[] {
  const { sessionId, role, agentId, at, snippet, file, line } = hit;
  const who = agentId === undefined ? ROLE_NAMES[role] : `${ROLE_NAMES[role]} (agent)`;
  const id = sanitize(sessionId).slice(0, computeWidths(columns).id);
  const age = at === undefined ? "" : `  ${formatAge(at, now)}`;
  const room = columns - measureColumns(`${id}  ${who}${age}  `);
  return [
    [
      span(id, "accent"),
      span(`  ${who}`),
      span(age, "dim"),
      span(room < 12 ? "" : `  ${fitPath(`${shortenHome(file, home)}:${line}`, room)}`, "dim"),
    ],
    [span(`    ${shorten(collapseWhitespace(snippet), Math.max(20, columns - 4))}`)],
  ];
}

const ROLE_NAMES: Readonly<Record<SearchHit["role"], string>> = { user: "you", assistant: "claude", tool: "tool" };

export function formatHeading({ columns }: TableOptions): Line {
  const { age, id, folder } = computeWidths(columns);
  const cost = columns < NARROWEST ? "" : `  ${"cost".padStart(COST)}`;
  const rest = folder === 0 ? "title" : "folder, title";
  return [span(`${"age".padEnd(age)}  ${"session".padEnd(id)}  ${"msgs".padStart(COUNT)}${cost}  ${rest}`, "dim")];
}

function shortenHome(cwd: string | undefined, home: string | undefined): string {
  const folder = collapseWhitespace(cwd ?? "?");
  const isInside = home !== undefined && home !== "" && (folder === home || folder.startsWith(`${home}/`));
  return isInside ? `~${folder.slice(home.length)}` : folder;
}

/** Keeps the end of the path, which says more than its start. */
function fitPath(folder: string, columns: number): string {
  if (columns === 0 || measureColumns(folder) <= columns) return folder;
  const rest = [...splitGraphemes(folder)];
  while (measureColumns(rest.join("")) >= columns) rest.shift();
  return `…${rest.join("")}`;
}

function collapseWhitespace(text: string): string {
  return sanitize(text).replaceAll(/\s+/g, " ").trim();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats how long ago a time was. @param isShort days instead of a date: six columns instead of ten */
export function formatAge(at: number, now: number, isShort = false): string {
  const age = now - at;
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 30 * DAY || isShort) return `${Math.floor(age / DAY)} d`;
  return new Date(at).toISOString().slice(0, 10);
}
