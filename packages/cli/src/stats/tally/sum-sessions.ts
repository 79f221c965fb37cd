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
  const visitMessages = groupBySession(messages, groupKeys, sessions.size);
  const visitCalls = groupBySession(calls, groupKeys, sessions.size);
  const visitPrompts = groupBySession(prompts, groupKeys, sessions.size);
  const { begin, at, all } = createSums(tally);
  for (let number = 0; number < sessions.size; number += 1) {
    const session = sessions.get(number);
    begin(session);
    visitMessages(number, (row) => {
      const time = messages.getTime(row);
      if (time < session.firstTime) session.firstTime = time;
      messages.addTo(at(messages.getGroup(row), messages.getBasis(row), NO_TOOL), row);
    });
    visitCalls(number, (row) => calls.addTo(at(calls.getGroup(row), "reported", calls.getTool(row)), row));
    visitPrompts(number, (row) => prompts.addTo(at(prompts.getGroup(row), "reported", NO_TOOL), row));
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
        cell = take(
          groupKeys.getKey(group, session as Session),
          basis,
          tool === NO_TOOL ? "" : calls.getToolName(tool),
        );
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
    const session = groupKeys.getSession(rows.getGroup(row));
    next[row] = first[session] ?? END;
    first[session] = row;
  }
  return (session, visit) => {
    for (let row = first[session] ?? END; row !== END; row = next[row] ?? END) visit(row);
  };
}
