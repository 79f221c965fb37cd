// Cells → the rows of a table, and their sum.

import type { Cell } from "./cells.ts";
import { createNarrowColumn } from "./columns.ts";
import { createNumbered } from "./numbered.ts";
import { createSums, type RowSums } from "./row-sums.ts";
import type { Session } from "./sessions.ts";

export const GROUPS = ["day", "session", "project", "model", "tool", "agent"] as const;
export type Group = (typeof GROUPS)[number];

/** Of rows that are sessions. */
interface About {
  readonly project?: string;
  /** When its first message came. */
  readonly startedAt?: string;
}

export interface Row extends RowSums, About {}

export interface Report {
  readonly by: Group;
  readonly rows: readonly Row[];
  readonly total: Row;
}

/** Days, both included. */
export interface Range {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface Reporter {
  /** The cells of a session come one after another. */
  readonly add: (cell: Cell) => void;
  end(): Report;
}

const TOTAL = 0;

export function createReporter(by: Group, range: Range = {}): Reporter {
  const rows = createNumbered();
  rows.numberOf("total");
  const names = ["total"];
  const abouts = new Map<number, About>();
  const models: (readonly string[])[] = [[]];
  const sums = createSums();
  // Which session was added last to a row, so that each is counted once.
  const lastSession = createNarrowColumn(4);
  let session: Session | undefined;
  let sessions = 0;

  function addTo(row: number, cell: Cell): void {
    const isNew = lastSession.get(row) !== sessions;
    if (isNew) lastSession.set(row, sessions);
    sums.add(row, cell, isNew);
    const known = models[row] ?? [];
    if (cell.model !== "" && !known.includes(cell.model)) models[row] = [...known, cell.model];
  }
  function rowAt(name: string, row: number): Row {
    const own = sums.of(row, name, [...(models[row] ?? [])].sort());
    const about = abouts.get(row);
    return about === undefined ? own : { ...own, ...about };
  }
  return {
    add(cell) {
      if (isEmpty(cell) || !isWithin(cell.day, range)) return;
      if (cell.session !== session) sessions += 1;
      session = cell.session;
      addTo(TOTAL, cell);
      const name = nameOf(cell, by);
      if (name === undefined) return;
      // As a name that cannot be the total's.
      const row = rows.numberOf(`${by} ${name}`);
      if (names[row] === undefined) {
        names[row] = name;
        if (by === "session") abouts.set(row, aboutOf(cell.session));
      }
      addTo(row, cell);
    },
    end() {
      const [total, ...all] = names.map(rowAt);
      return { by, rows: all.sort(by === "day" ? byName : bySize), total: total as Row };
    },
  };
}

function nameOf(cell: Cell, by: Group): string | undefined {
  switch (by) {
    case "day":
      return cell.day || "unknown";
    case "session":
      return cell.session.id;
    case "project":
      return cell.session.project || "unknown";
    case "model":
      return cell.model || undefined;
    case "tool":
      return cell.tool || undefined;
    case "agent":
      return cell.agent;
  }
}

function aboutOf({ project, firstTime }: Session): About {
  const startedAt = Number.isFinite(firstTime) ? { startedAt: new Date(firstTime).toISOString() } : {};
  return { ...(project === "" ? {} : { project }), ...startedAt };
}

/** Of a stream in which nothing came of it. */
function isEmpty({ costUsd, messages, turns, calls, figures }: Cell): boolean {
  return costUsd === 0 && messages === 0 && turns === 0 && calls === 0 && figures.input === 0 && figures.output === 0;
}

function isWithin(day: string, { since, until }: Range): boolean {
  if (since === undefined && until === undefined) return true;
  return day !== "" && (since === undefined || day >= since) && (until === undefined || day <= until);
}

function byName(left: Row, right: Row): number {
  return left.name < right.name ? -1 : 1;
}

/** What cost most first; where nothing costs anything, what was called most. */
function bySize(left: Row, right: Row): number {
  return right.costUsd - left.costUsd || right.toolCalls - left.toolCalls || byName(left, right);
}
