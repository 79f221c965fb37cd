// Which of two files a message belongs to that stands in both.

import type { TallyFile } from "./tally.ts";

export interface Owners {
  add(file: TallyFile): void;
  /** Whether it belongs to this file rather than to the one it was counted for. */
  isBetter(file: TallyFile, place: number): boolean;
}

export function createOwners(): Owners {
  const files: TallyFile[] = [];
  return {
    add(file) {
      files[file.place] = file;
    },
    isBetter(file, place) {
      const other = files[place];
      if (other === undefined || other === file) return false;
      const [one, two] = [timeOf(file), timeOf(other)];
      if (one !== two) return one < two;
      // Forks of an interactive session begin with the very line that was copied.
      const [born, otherBorn] = [file.bornMs(), other.bornMs()];
      return born === otherBorn ? file.place < other.place : born < otherBorn;
    },
  };
}

function timeOf({ firstTime }: TallyFile): number {
  return Number.isNaN(firstTime) ? Infinity : firstTime;
}
