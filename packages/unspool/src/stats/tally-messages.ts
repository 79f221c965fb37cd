// Messages of the model, each counted once with its highest figures: a message stands on a line per block, with growing
// figures, and again in every fork. Known by its id alone: 1.0.128 drops the request's id when it copies.

import type { Basis, Cell } from "./cells.ts";
import { createClaims } from "./claims.ts";
import { type Column, createColumn, createNarrowColumn } from "./columns.ts";
import type { Entry, Figures } from "./entry.ts";
import type { Owners } from "./owners.ts";
import type { Sessions } from "./sessions.ts";
import type { Spots } from "./spots.ts";
import type { Rows, TallyFile } from "./tally.ts";

export interface MessageClaims extends Rows {
  /** @returns the spot it belongs to, as far as is known by now */
  claim(entry: Entry, bytes: Buffer, file: TallyFile, spot: number): number;
  timeOf(row: number): number;
  basisOf(row: number): Basis;
}

const CUT = 1;
const TOLD = 2;

export function createMessageClaims(sessions: Sessions, spots: Spots, owners: Owners): MessageClaims {
  const claims = createClaims();
  const files = createNarrowColumn(4);
  const spotOf = createNarrowColumn(4);
  const times = createColumn();
  const flags = createNarrowColumn(1);
  const costs = createColumn();
  const figures: readonly (readonly [keyof Figures, Column])[] = [
    ["input", createNarrowColumn(4)],
    ["output", createNarrowColumn(4)],
    ["cacheRead", createNarrowColumn(4)],
    ["cacheWrite", createNarrowColumn(4)],
    ["cacheWriteHour", createNarrowColumn(4)],
    ["webSearches", createNarrowColumn(1)],
  ];

  function raise(row: number, { usage, cost, isCut }: Entry): void {
    for (const [name, column] of figures) if (usage[name] > column.get(row)) column.set(row, usage[name]);
    const before = flags.get(row);
    if (cost >= 0 && ((before & TOLD) === 0 || cost > costs.get(row))) costs.set(row, cost);
    const now = before | (isCut ? CUT : 0) | (cost >= 0 ? TOLD : 0);
    if (now !== before) flags.set(row, now);
  }

  function basisOf(row: number): Basis {
    const own = flags.get(row);
    if ((own & CUT) !== 0) return "cut";
    return (own & TOLD) === 0 ? "list" : "told";
  }

  function noteFork(known: number, own: number, isTaking: boolean): void {
    if (known !== own) sessions.addFork(isTaking ? known : own, isTaking ? own : known);
  }

  return {
    get size() {
      return claims.size;
    },
    claim(entry, bytes, file, spot) {
      const { from, to } = entry.messageId.from >= 0 ? entry.messageId : entry.uuid;
      const claimed = claims.claim(bytes, from, to);
      const row = claimed < 0 ? -1 - claimed : claimed;
      raise(row, entry);
      const isTaking = claimed < 0 || owners.isBetter(file, files.get(row));
      if (claimed >= 0) noteFork(spots.sessionOf(spotOf.get(row)), spots.sessionOf(spot), isTaking);
      if (isTaking) {
        files.set(row, file.place);
        spotOf.set(row, spot);
        times.set(row, entry.time);
      }
      return spotOf.get(row);
    },
    timeOf: times.get,
    basisOf,
    spotOf: spotOf.get,
    addTo(cell: Cell, row) {
      cell.messages += 1;
      for (const [name, column] of figures) cell.figures[name] += column.get(row);
      if (cell.basis === "told") cell.costUsd += costs.get(row);
    },
  };
}
