// What people asked, each prompt counted once, by the id of its line: a turn.

import { createClaims } from "./claims.ts";
import { createNarrowColumn } from "./columns.ts";
import type { Entry } from "./entry.ts";
import type { Owners } from "./owners.ts";
import type { Rows, TallyFile } from "./tally.ts";

export interface PromptClaims extends Rows {
  /** @param spot where turns of its session and day are counted */
  claim(entry: Entry, bytes: Buffer, file: TallyFile, spot: number): void;
}

export function createPromptClaims(owners: Owners): PromptClaims {
  const claims = createClaims();
  const files = createNarrowColumn(4);
  const spotOf = createNarrowColumn(4);
  return {
    get size() {
      return claims.size;
    },
    claim({ uuid: { from, to } }, bytes, file, spot) {
      const claimed = claims.claim(bytes, from, to);
      const row = claimed < 0 ? -1 - claimed : claimed;
      if (claimed >= 0 && !owners.isBetter(file, files.get(row))) return;
      files.set(row, file.place);
      spotOf.set(row, spot);
    },
    spotOf: spotOf.get,
    addTo(cell) {
      cell.turns += 1;
    },
  };
}
