// Compares two runs track by track. Differences are readable hunks.

import type { Tracks } from "./tracks.ts";

export interface Hunk {
  readonly track: string;
  readonly real: readonly string[];
  readonly simulated: readonly string[];
}

export function compareTracks(real: Tracks, simulated: Tracks): Hunk[] {
  const names = [...new Set([...real.keys(), ...simulated.keys()])];
  return names.flatMap((track) => compareEntries(track, real.get(track) ?? [], simulated.get(track) ?? []));
}

/** Uses the longest common subsequence; tracks are short enough for the whole table. */
function compareEntries(track: string, real: readonly string[], simulated: readonly string[]): Hunk[] {
  const table = real.map(() => new Uint32Array(simulated.length + 1));
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = real.length - 1; row >= 0; row -= 1) {
    for (let column = simulated.length - 1; column >= 0; column -= 1) {
      (table[row] as Uint32Array)[column] =
        real[row] === simulated[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const hunks: Hunk[] = [];
  let [row, column] = [0, 0];
  while (row < real.length || column < simulated.length) {
    if (row < real.length && column < simulated.length && real[row] === simulated[column]) {
      row += 1;
      column += 1;
      continue;
    }
    const [fromRow, fromColumn] = [row, column];
    while (
      (row < real.length || column < simulated.length) &&
      !(row < real.length && column < simulated.length && real[row] === simulated[column])
    ) {
      if (column >= simulated.length || (row < real.length && at(row + 1, column) >= at(row, column + 1))) row += 1;
      else column += 1;
    }
    hunks.push({ track, real: real.slice(fromRow, row), simulated: simulated.slice(fromColumn, column) });
  }
  return hunks;
}

export function formatHunk({ track, real, simulated }: Hunk): string {
  return [`  ${track}:`, ...real.map((entry) => `    - ${entry}`), ...simulated.map((entry) => `    + ${entry}`)].join(
    "\n",
  );
}
