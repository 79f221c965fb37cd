// Numbers the groups (session, day, agent, model, count of cost-states) that messages, calls and prompts belong to, so that
// each of them stores one number.

import { createNarrowColumn } from "../store/columns.ts";
import { createIdIndex } from "../store/id-index.ts";
import { createNameTable } from "../store/name-table.ts";
import type { CellKey } from "./cells.ts";
import type { Session } from "./sessions.ts";

export interface GroupKeys {
  /** Returns the number of the group, new or known. */
  add(session: number, day: string, agent: string, model: string, costStateCount: number): number;
  getSession(group: number): number;
  getKey(group: number, session: Session): CellKey;
}

export function createGroupKeys(): GroupKeys {
  const index = createIdIndex();
  const names = createNameTable();
  const key = new Uint32Array(5);
  const bytes = new Uint8Array(key.buffer);
  const columns = Array.from(key, () => createNarrowColumn(4));
  const getField = (group: number, column: number): number => columns[column]?.get(group) ?? 0;
  const getName = (group: number, column: number): string => names.getName(getField(group, column));
  let last = -1;

  /** Returns whether the value has changed. */
  function set(column: number, value: number): boolean {
    if (key[column] === value) return false;
    key[column] = value;
    return true;
  }
  return {
    add(session, day, agent, model, costStateCount) {
      let isOther = set(0, session);
      isOther = set(1, names.add(day)) || isOther;
      isOther = set(2, names.add(agent)) || isOther;
      isOther = set(3, names.add(model)) || isOther;
      isOther = set(4, costStateCount) || isOther;
      if (!isOther && last >= 0) return last;
      const added = index.add(bytes, 0, bytes.length);
      last = added < 0 ? -1 - added : added;
      if (added < 0) for (const [at, column] of columns.entries()) column.set(last, key[at] ?? 0);
      return last;
    },
    getSession: (group) => getField(group, 0),
    getKey: (group, session) => ({
      session,
      day: getName(group, 1),
      agent: getName(group, 2),
      model: getName(group, 3),
      costStateCount: getField(group, 4),
    }),
  };
}
