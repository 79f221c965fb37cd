// Rows → cells, a session at a time: the cells of all of them at once would be most of the memory.

import { type Basis, type Cell, type CellKey, createCell, renewCell } from "./cells.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { Spots } from "./spots.ts";
import type { Rows, Tally } from "./tally.ts";

/** @param visit gets the cells of each session, without the costs that are to be settled; they are its until it returns */
export function sumSessions(
  sessions: Sessions,
  tally: Tally,
  visit: (number: number, session: Session, cells: Cell[]) => void,
): void {
  const { spots, messages, calls, prompts } = tally;
  const messagesOf = groupBySession(messages, spots, sessions.size);
  const callsOf = groupBySession(calls, spots, sessions.size);
  const promptsOf = groupBySession(prompts, spots, sessions.size);
  const { begin, at, all } = createSums(tally);
  for (let number = 0; number < sessions.size; number += 1) {
    const session = sessions.make(number);
    begin(session);
    messagesOf(number, (row) => {
      session.firstTime = Math.min(session.firstTime, orNever(messages.timeOf(row)));
      messages.addTo(at(messages.spotOf(row), messages.basisOf(row), NO_TOOL), row);
    });
    callsOf(number, (row) => calls.addTo(at(calls.spotOf(row), "told", calls.toolOf(row)), row));
    promptsOf(number, (row) => prompts.addTo(at(prompts.spotOf(row), "told", NO_TOOL), row));
    visit(number, session, all());
  }
}

interface Sums {
  /** Gives up the cells of the session before. */
  readonly begin: (session: Session) => void;
  readonly at: (spot: number, basis: Basis, tool: number) => Cell;
  readonly all: () => Cell[];
}

const NO_TOOL = -1;
const BASES: readonly Basis[] = ["list", "told", "cut"];

/** Cells are used again: a hundred thousand new ones take longer, and the engine grows its heap for them by 10 MB. */
function createSums({ spots, calls }: Tally): Sums {
  const pool: Cell[] = [];
  const byKey = new Map<number, Cell>();
  const width = BASES.length + calls.tools;
  let session: Session | undefined;
  let used = 0;

  function take(key: CellKey, basis: Basis, tool: string): Cell {
    const cell = (pool[used] ??= createCell(key, basis, tool));
    renewCell(cell, key, basis, tool);
    used += 1;
    return cell;
  }
  return {
    begin(next) {
      session = next;
      used = 0;
      byKey.clear();
    },
    at(spot, basis, tool) {
      const key = spot * width + (tool === NO_TOOL ? BASES.indexOf(basis) : BASES.length + tool);
      let cell = byKey.get(key);
      if (cell === undefined) {
        cell = take(spots.keyOf(spot, session as Session), basis, tool === NO_TOOL ? "" : calls.nameOf(tool));
        byKey.set(key, cell);
      }
      return cell;
    },
    all: () => pool.slice(0, used),
  };
}

const END = -1;

/** Chains of the rows of each session. */
function groupBySession(
  rows: Rows,
  spots: Spots,
  sessions: number,
): (session: number, visit: (row: number) => void) => void {
  const first = new Int32Array(sessions).fill(END);
  const next = new Int32Array(rows.size);
  for (let row = rows.size - 1; row >= 0; row -= 1) {
    const session = spots.sessionOf(rows.spotOf(row));
    next[row] = first[session] ?? END;
    first[session] = row;
  }
  return (session, visit) => {
    for (let row = first[session] ?? END; row !== END; row = next[row] ?? END) visit(row);
  };
}

function orNever(time: number): number {
  return Number.isNaN(time) ? Infinity : time;
}
