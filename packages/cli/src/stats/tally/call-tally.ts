// Counts each tool call once: whether it failed, and how long it took.

import type { TranscriptFile } from "../read/transcript-reader.ts";
import { createColumn, createNarrowColumn } from "../store/columns.ts";
import { createIdIndex } from "../store/id-index.ts";
import { createNameTable } from "../store/name-table.ts";
import type { TallyRows } from "./cells.ts";
import type { FileOwners } from "./file-owners.ts";

export interface CallTally extends TallyRows {
  /** @param from,to the range of the call's id @param group the group of its message */
  start(bytes: Buffer, from: number, to: number, file: TranscriptFile, time: number, group: number, tool: string): void;
  end(bytes: Buffer, from: number, to: number, file: TranscriptFile, time: number, isError: boolean): void;
  /** Number of tools. Each tool has a number below it. */
  readonly tools: number;
  getTool(row: number): number;
  getToolName(tool: number): string;
}

const OPEN = 0;
const DONE = 1;
const FAILED = 2;
const UNTIMED = -1;

export function createCallTally(owners: FileOwners): CallTally {
  const index = createIdIndex();
  const files = createNarrowColumn(4);
  const groups = createNarrowColumn(4);
  const tools = createNarrowColumn(2);
  const states = createNarrowColumn(1);
  /** The start time of an open call, then its duration. */
  const times = createColumn();
  const names = createNameTable();

  return {
    get size() {
      return index.size;
    },
    start(bytes, from, to, file, time, group, tool) {
      const added = index.add(bytes, from, to);
      const row = added < 0 ? -1 - added : added;
      if (added >= 0 && !owners.hasPrecedence(file, files.get(row))) return;
      files.set(row, file.index);
      groups.set(row, group);
      tools.set(row, names.add(tool));
      states.set(row, OPEN);
      times.set(row, time);
    },
    end(bytes, from, to, file, time, isError) {
      const row = index.find(bytes, from, to);
      // Only the first result in the file that owns the call counts.
      if (row < 0 || files.get(row) !== file.index || states.get(row) !== OPEN) return;
      const ms = time - times.get(row);
      states.set(row, isError ? FAILED : DONE);
      times.set(row, ms >= 0 ? ms : UNTIMED);
    },
    get tools() {
      return names.size;
    },
    getTool: tools.get,
    getToolName: names.getName,
    getGroup: groups.get,
    addTo(cell, row) {
      const state = states.get(row);
      cell.calls += 1;
      if (state === FAILED) cell.failures += 1;
      if (state === OPEN || times.get(row) === UNTIMED) return;
      cell.timed += 1;
      cell.toolMs += times.get(row);
    },
  };
}
