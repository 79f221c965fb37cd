// Counts each prompt of a person once, by the id of its line. A prompt is a turn.

import type { TranscriptFile } from "../read/transcript-reader.ts";
import type { Entry } from "../scan/entry.ts";
import { createNarrowColumn } from "../store/columns.ts";
import { createIdIndex } from "../store/id-index.ts";
import type { TallyRows } from "./cells.ts";
import type { FileOwners } from "./file-owners.ts";

export interface PromptTally extends TallyRows {
  /** @param group the group that counts the turns of its session and day */
  add(entry: Entry, bytes: Buffer, file: TranscriptFile, group: number): void;
}

export function createPromptTally(owners: FileOwners): PromptTally {
  const index = createIdIndex();
  const files = createNarrowColumn(4);
  const groups = createNarrowColumn(4);
  return {
    get size() {
      return index.size;
    },
    add({ uuid: { from, to } }, bytes, file, group) {
      const added = index.add(bytes, from, to);
      const row = added < 0 ? -1 - added : added;
      if (added >= 0 && !owners.hasPrecedence(file, files.get(row))) return;
      files.set(row, file.index);
      groups.set(row, group);
    },
    getGroup: groups.get,
    addTo(cell) {
      cell.turns += 1;
    },
  };
}
