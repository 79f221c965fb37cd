// Sums cells into the rows of a table and their total.

import type { Cell } from "../tally/cells.ts";
import { createNarrowColumn } from "../store/columns.ts";
import { createNameTable } from "../store/name-table.ts";
import { createSums, type RowSums } from "./row-sums.ts";
import type { Session } from "../tally/sessions.ts";

export const GROUPS = ["day", "session", "project", "model", "tool", "agent"] as const;
export type Group = (typeof GROUPS)[number];

/** The additional fields of a row that is a session. */
interface SessionFields {
  readonly project?: string;
  /** The time of its first message. */
  readonly startedAt?: string;
}

export interface Row extends RowSums, SessionFields {}

export interface Report {
  readonly by: Group;
  readonly rows: readonly Row[];
  readonly total: Row;
}

/** The first and the last day. */
export interface DayRange {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface Reporter {
  /** Adds a cell. The cells of a session must follow one another. */
  readonly add: (cell: Cell) => void;
  end(): Report;
}

const TOTAL = 0;

export function createReporter(by: Group, range: DayRange = {}): Reporter {
  const rows = createNameTable();
  rows.add("total");
  const names = ["total"];
  const sessionFields = new Map<number, SessionFields>();
  const models: (readonly string[])[] = [[]];
  const sums = createSums();
  // The session that was added last to a row, so that each counts once.
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
  function createRow(name: string, row: number): Row {
    const own = sums.getRow(row, name, [...(models[row] ?? [])].sort());
    const fields = sessionFields.get(row);
    return fields === undefined ? own : { ...own, ...fields };
  }
  return {
    add(cell) {
      if (isEmpty(cell) || !isWithin(cell.day, range)) return;
      if (cell.session !== session) sessions += 1;
      session = cell.session;
      addTo(TOTAL, cell);
      const name = getRowName(cell, by);
      if (name === undefined) return;
      // The prefix keeps a row named "total" apart from the total.
      const row = rows.add(`${by} ${name}`);
      if (names[row] === undefined) {
        names[row] = name;
        if (by === "session") sessionFields.set(row, toSessionFields(cell.session));
      }
      addTo(row, cell);
    },
    end() {
      const [total, ...all] = names.map(createRow);
      return { by, rows: all.sort(by === "day" ? compareNames : compareCosts), total: total as Row };
    },
  };
}

function getRowName(cell: Cell, by: Group): string | undefined {
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

function toSessionFields({ project, firstTime }: Session): SessionFields {
  const startedAt = Number.isFinite(firstTime) ? { startedAt: new Date(firstTime).toISOString() } : {};
  return { ...(project === "" ? {} : { project }), ...startedAt };
}

/** Streams create cells for messages that may end without usage. */
function isEmpty({ costUsd, messages, turns, calls, usage }: Cell): boolean {
  return costUsd === 0 && messages === 0 && turns === 0 && calls === 0 && usage.input === 0 && usage.output === 0;
}

function isWithin(day: string, { since, until }: DayRange): boolean {
  if (since === undefined && until === undefined) return true;
  return day !== "" && (since === undefined || day >= since) && (until === undefined || day <= until);
}

function compareNames(left: Row, right: Row): number {
  return left.name < right.name ? -1 : 1;
}

/** Sorts by cost, then by tool calls, highest first. */
function compareCosts(left: Row, right: Row): number {
  return right.costUsd - left.costUsd || right.toolCalls - left.toolCalls || compareNames(left, right);
}
