// Calls of tools: how many, how many failed, and how long they took, each call counted once.

import type { Cell, Cells } from "./cells.ts";
import { createClaims, type Hash, hashInto } from "./claims.ts";
import type { Owners } from "./owners.ts";
import type { TallyFile } from "./tally.ts";

export interface CallClaims {
  /** @param cell that of the message @param from,to where the call's id is */
  start(bytes: Buffer, from: number, to: number, file: TallyFile, time: number, cell: number, tool: string): void;
  end(bytes: Buffer, from: number, to: number, file: TallyFile, time: number, isError: boolean): void;
}

const FILE = 0;
const CELL = 1;
const START = 2;
const STATE = 3;
const MS = 4;
const COLUMNS = 5;

const OPEN = 0;
const DONE = 1;
const FAILED = 2;
const UNTIMED = -1;

export function createCallClaims(cells: Cells, owners: Owners): CallClaims {
  const rows = createClaims(COLUMNS);
  const hash: Hash = { high: 0, low: 0 };

  function put(numbers: Float64Array, at: number, sign: 1 | -1): void {
    const cell = cells.all[numbers[at + CELL] ?? 0] as Cell;
    const ms = numbers[at + MS] ?? 0;
    cell.calls += sign;
    if (numbers[at + STATE] === FAILED) cell.failures += sign;
    if (ms === UNTIMED) return;
    cell.timed += sign;
    cell.toolMs += sign * ms;
  }

  return {
    start(bytes, from, to, file, time, cell, tool) {
      hashInto(hash, bytes, from, to);
      const row = rows.claim(hash.high, hash.low);
      const place = row < 0 ? -1 - row : row;
      const numbers = rows.numbersOf(place);
      const at = rows.offsetOf(place);
      if (row >= 0) {
        if (!owners.isBetter(file, numbers[at + FILE] ?? 0)) return;
        put(numbers, at, -1);
      }
      numbers[at + FILE] = file.place;
      numbers[at + CELL] = cells.ofTool(cell, tool);
      numbers[at + START] = time;
      numbers[at + STATE] = OPEN;
      numbers[at + MS] = UNTIMED;
      put(numbers, at, 1);
    },
    end(bytes, from, to, file, time, isError) {
      hashInto(hash, bytes, from, to);
      const row = rows.find(hash.high, hash.low);
      if (row < 0) return;
      const numbers = rows.numbersOf(row);
      const at = rows.offsetOf(row);
      // The first result in the file it belongs to stands.
      if (numbers[at + FILE] !== file.place || numbers[at + STATE] !== OPEN) return;
      put(numbers, at, -1);
      const ms = time - (numbers[at + START] ?? 0);
      numbers[at + STATE] = isError ? FAILED : DONE;
      numbers[at + MS] = ms >= 0 ? ms : UNTIMED;
      put(numbers, at, 1);
    },
  };
}
