// Calls of tools: how many, how many failed, and how long they took, each call counted once.

import { createClaims } from "./claims.ts";
import { createColumn, createNarrowColumn } from "./columns.ts";
import type { Owners } from "./owners.ts";
import { createNumbered } from "./numbered.ts";
import type { Rows, TallyFile } from "./tally.ts";

export interface CallClaims extends Rows {
  /** @param spot that of the message @param from,to where the call's id is */
  start(bytes: Buffer, from: number, to: number, file: TallyFile, time: number, spot: number, tool: string): void;
  end(bytes: Buffer, from: number, to: number, file: TallyFile, time: number, isError: boolean): void;
  /** How many there are, each with a number. */
  readonly tools: number;
  toolOf(row: number): number;
  nameOf(tool: number): string;
}

const OPEN = 0;
const DONE = 1;
const FAILED = 2;
const UNTIMED = -1;

export function createCallClaims(owners: Owners): CallClaims {
  const claims = createClaims();
  const files = createNarrowColumn(4);
  const spotOf = createNarrowColumn(4);
  const tools = createNarrowColumn(2);
  const states = createNarrowColumn(1);
  /** When it began, as long as it is open; then how long it took. */
  const times = createColumn();
  const names = createNumbered();

  return {
    get size() {
      return claims.size;
    },
    start(bytes, from, to, file, time, spot, tool) {
      const claimed = claims.claim(bytes, from, to);
      const row = claimed < 0 ? -1 - claimed : claimed;
      if (claimed >= 0 && !owners.isBetter(file, files.get(row))) return;
      files.set(row, file.place);
      spotOf.set(row, spot);
      tools.set(row, names.numberOf(tool));
      states.set(row, OPEN);
      times.set(row, time);
    },
    end(bytes, from, to, file, time, isError) {
      const row = claims.find(bytes, from, to);
      // The first result in the file it belongs to stands.
      if (row < 0 || files.get(row) !== file.place || states.get(row) !== OPEN) return;
      const ms = time - times.get(row);
      states.set(row, isError ? FAILED : DONE);
      times.set(row, ms >= 0 ? ms : UNTIMED);
    },
    get tools() {
      return names.size;
    },
    toolOf: tools.get,
    nameOf: names.nameOf,
    spotOf: spotOf.get,
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
