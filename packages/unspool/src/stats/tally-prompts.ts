// What people asked, each prompt counted once, by the id of its line: a turn.

import type { Cell, Cells } from "./cells.ts";
import { createClaims, type Hash, hashInto } from "./claims.ts";
import type { Entry } from "./entry.ts";
import type { Owners } from "./owners.ts";
import type { TallyFile } from "./tally.ts";

export interface PromptClaims {
  /** @param cell where turns of its session and day are counted */
  claim({ uuid }: Entry, bytes: Buffer, file: TallyFile, cell: number): void;
}

const FILE = 0;
const CELL = 1;
const COLUMNS = 2;

export function createPromptClaims(cells: Cells, owners: Owners): PromptClaims {
  const rows = createClaims(COLUMNS);
  const hash: Hash = { high: 0, low: 0 };
  return {
    claim({ uuid: { from, to } }, bytes, file, cell) {
      (cells.all[cell] as Cell).turns += 1;
      if (from < 0) return;
      hashInto(hash, bytes, from, to);
      const row = rows.claim(hash.high, hash.low);
      const place = row < 0 ? -1 - row : row;
      const numbers = rows.numbersOf(place);
      const at = rows.offsetOf(place);
      // A copy: it is taken back here, or there.
      if (row >= 0) {
        const isTaking = owners.isBetter(file, numbers[at + FILE] ?? 0);
        (cells.all[isTaking ? (numbers[at + CELL] ?? 0) : cell] as Cell).turns -= 1;
        if (!isTaking) return;
      }
      numbers[at + FILE] = file.place;
      numbers[at + CELL] = cell;
    },
  };
}
