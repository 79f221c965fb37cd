// Sums rows into cells, one session at a time: the cells of all sessions at once would take most of the memory.

import { type Cell, type CellKey, type CostBasis, createCell, resetCell, type TallyRows } from "./cells.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { GroupKeys } from "./group-keys.ts";
import type { Tally } from "./tally.ts";

/** @param visit gets the cells of each session before their costs are settled. It must not keep them: they are reused. */
export function sumSessions(
  sessions: Sessions,
  tally: Tally,
  visit: (number: number, session: Session, cells: Cell[]) => void,
): void {
  const { groupKeys, messages, calls, prompts } = tally;
  const messagesOf = groupBySession(messages, groupKeys, sessions.size);
  const callsOf = groupBySession(calls, groupKeys, sessions.size);
  const promptsOf = groupBySession(prompts, groupKeys, sessions.size);
  const { begin, at, all } = createSums(tally);
  for (let number = 0; number < sessions.size; number += 1) {
    const session = sessions.get(number);
    begin(session);
    messagesOf(number, (row) => {
      const time = messages.timeOf(row);
      if (time < session.firstTime) session.firstTime = time;
      messages.addTo(at(messages.groupOf(row), messages.basisOf(row), NO_TOOL), row);
    });
    callsOf(number, (row) => calls.addTo(at(calls.groupOf(row), "reported", calls.toolOf(row)), row));
    promptsOf(number, (row) => prompts.addTo(at(prompts.groupOf(row), "reported", NO_TOOL), row));
    visit(number, session, all());
  }
}

interface Sums {
  /** Releases the cells of the session before. */
  readonly begin: (session: Session) => void;
  readonly at: (group: number, basis: CostBasis, tool: number) => Cell;
  readonly all: () => Cell[];
}

const NO_TOOL = -1;
const BASES: readonly CostBasis[] = ["list", "reported", "aborted"];

/** Reuses cells: a hundred thousand new ones take longer and enlarge the heap by 10 MB. */
function createSums({ groupKeys, calls }: Tally): Sums {
  const pool: Cell[] = [];
  const byKey = new Map<number, Cell>();
  const width = BASES.length + calls.tools;
  let session: Session | undefined;
  let used = 0;

  function take(key: CellKey, basis: CostBasis, tool: string): Cell {
    const cell = (pool[used] ??= createCell(key, basis, tool));
    resetCell(cell, key, basis, tool);
    used += 1;
    return cell;
  }
  return {
    begin(next) {
      session = next;
      used = 0;
      byKey.clear();
    },
    at(group, basis, tool) {
      const key = group * width + (tool === NO_TOOL ? BASES.indexOf(basis) : BASES.length + tool);
      let cell = byKey.get(key);
      if (cell === undefined) {
        cell = take(groupKeys.keyOf(group, session as Session), basis, tool === NO_TOOL ? "" : calls.nameOf(tool));
        byKey.set(key, cell);
      }
      return cell;
    },
    all: () => pool.slice(0, used),
  };
}

const END = -1;

/** Groups rows by session, as linked lists in two arrays. */
function groupBySession(
  rows: TallyRows,
  groupKeys: GroupKeys,
  sessions: number,
): (session: number, visit: (row: number) => void) => void {
  const first = new Int32Array(sessions).fill(END);
  const next = new Int32Array(rows.size);
  for (let row = rows.size - 1; row >= 0; row -= 1) {
    const session = groupKeys.sessionOf(rows.groupOf(row));
    next[row] = first[session] ?? END;
    first[session] = row;
  }
  return (session, visit) => {
    for (let row = first[session] ?? END; row !== END; row = next[row] ?? END) visit(row);
  };
}
