// Decides which of two files owns a message that both contain: the one that starts first.

import { statSync } from "node:fs";
import type { TranscriptFile } from "../read/transcript-reader.ts";
import { createColumn } from "../store/columns.ts";
import type { StringList } from "../store/string-arena.ts";

export interface FileOwners {
  /** Notes the first time of the file, if it is known by now. */
  add(file: TranscriptFile): void;
  /** Whether this file owns a message rather than the file at index `other`. */
  hasPrecedence(file: TranscriptFile, other: number): boolean;
}

/** @param paths of all files, by index */
export function createFileOwners(paths: StringList): FileOwners {
  const times = createColumn();
  const birthTimes = new Map<number, number>();

  /** The creation time decides between files that start with the same line, as forks of an interactive session do. */
  function readBirthTime(index: number): number {
    const known = birthTimes.get(index);
    if (known !== undefined) return known;
    const ms = statSync(paths.at(index) ?? "", { throwIfNoEntry: false })?.birthtimeMs ?? 0;
    birthTimes.set(index, ms);
    return ms;
  }

  return {
    add: ({ index, firstTime }) => times.set(index, Number.isNaN(firstTime) ? Infinity : firstTime),
    hasPrecedence({ index }, other) {
      if (index === other) return false;
      const [time, otherTime] = [times.get(index), times.get(other)];
      if (time !== otherTime) return time < otherTime;
      const [birthTime, otherBirthTime] = [readBirthTime(index), readBirthTime(other)];
      return birthTime === otherBirthTime ? index < other : birthTime < otherBirthTime;
    },
  };
}
