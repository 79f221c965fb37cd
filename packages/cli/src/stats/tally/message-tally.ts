// Counts each message of the model once, with its highest usage: a message has one line per block, with growing counts, and
// stands again in every fork. Only its id identifies it: 1.0.128 drops the request's id in copies.

import type { TranscriptFile } from "../read/transcript-reader.ts";
import type { Entry } from "../scan/entry.ts";
import type { Usage } from "../scan/usage.ts";
import { type Column, createColumn, createNarrowColumn } from "../store/columns.ts";
import { createIdIndex } from "../store/id-index.ts";
import type { Cell, CostBasis, TallyRows } from "./cells.ts";
import type { FileOwners } from "./file-owners.ts";
import type { GroupKeys } from "./group-keys.ts";
import type { Sessions } from "./sessions.ts";

export interface MessageTally extends TallyRows {
  /** Returns the group that the message belongs to, as far as it is known now. */
  add(entry: Entry, bytes: Buffer, file: TranscriptFile, group: number): number;
  getTime(row: number): number;
  getBasis(row: number): CostBasis;
}

const ABORTED = 1;
const REPORTED = 2;

export function createMessageTally(sessions: Sessions, groupKeys: GroupKeys, owners: FileOwners): MessageTally {
  const index = createIdIndex();
  const files = createNarrowColumn(4);
  const groups = createNarrowColumn(4);
  const times = createColumn();
  const flags = createNarrowColumn(1);
  const costs = createColumn();
  const counts: readonly (readonly [keyof Usage, Column])[] = [
    ["input", createNarrowColumn(4)],
    ["output", createNarrowColumn(4)],
    ["cacheRead", createNarrowColumn(4)],
    ["cacheWrite", createNarrowColumn(4)],
    ["cacheWriteHour", createNarrowColumn(4)],
    ["webSearches", createNarrowColumn(1)],
  ];

  function raise(row: number, { usage, costUsd, isAborted }: Entry): void {
    for (const [name, column] of counts) if (usage[name] > column.get(row)) column.set(row, usage[name]);
    const before = flags.get(row);
    if (costUsd >= 0 && ((before & REPORTED) === 0 || costUsd > costs.get(row))) costs.set(row, costUsd);
    const now = before | (isAborted ? ABORTED : 0) | (costUsd >= 0 ? REPORTED : 0);
    if (now !== before) flags.set(row, now);
  }

  function getBasis(row: number): CostBasis {
    const own = flags.get(row);
    if ((own & ABORTED) !== 0) return "aborted";
    return (own & REPORTED) === 0 ? "list" : "reported";
  }

  return {
    get size() {
      return index.size;
    },
    add(entry, bytes, file, group) {
      const { from, to } = entry.messageId.from >= 0 ? entry.messageId : entry.uuid;
      const added = index.add(bytes, from, to);
      const isNew = added < 0;
      const row = isNew ? -1 - added : added;
      raise(row, entry);
      const isOwner = isNew || owners.hasPrecedence(file, files.get(row));
      if (!isNew) {
        const [known, own] = [groupKeys.getSession(groups.get(row)), groupKeys.getSession(group)];
        if (known !== own) sessions.addFork(isOwner ? known : own, isOwner ? own : known);
      }
      if (isOwner) {
        files.set(row, file.index);
        groups.set(row, group);
        times.set(row, entry.time);
      }
      return groups.get(row);
    },
    getTime: times.get,
    getBasis,
    getGroup: groups.get,
    addTo(cell: Cell, row) {
      cell.messages += 1;
      for (const [name, column] of counts) cell.usage[name] += column.get(row);
      if (cell.basis === "reported") cell.costUsd += costs.get(row);
    },
  };
}
