// Which of two files a message belongs to that stands in both: the one that begins first.

import { statSync } from "node:fs";
import { createColumn } from "./columns.ts";
import type { Paths } from "./texts.ts";
import type { TallyFile } from "./tally.ts";

export interface Owners {
  /** Its first time is known by now, or is not. */
  add(file: TallyFile): void;
  /** Whether it belongs to this file rather than to the one it was counted for. */
  isBetter(file: TallyFile, place: number): boolean;
}

/** @param paths of all files, by their place */
export function createOwners(paths: Paths): Owners {
  const times = createColumn();
  const born = new Map<number, number>();

  /** When the file was made: decides between files that begin with the same line, as forks of an interactive session do. */
  function bornOf(place: number): number {
    const known = born.get(place);
    if (known !== undefined) return known;
    const ms = statSync(paths.at(place) ?? "", { throwIfNoEntry: false })?.birthtimeMs ?? 0;
    born.set(place, ms);
    return ms;
  }

  return {
    add: ({ place, firstTime }) => times.set(place, Number.isNaN(firstTime) ? Infinity : firstTime),
    isBetter({ place }, other) {
      if (place === other) return false;
      const [time, otherTime] = [times.get(place), times.get(other)];
      if (time !== otherTime) return time < otherTime;
      const [own, others] = [bornOf(place), bornOf(other)];
      return own === others ? place < other : own < others;
    },
  };
}
