// Messages of the model, each counted once with its highest figures: a message stands on a line per block, with growing
// figures, and again in every fork. Known by its id alone: 1.0.128 drops the request's id when it copies.

import { addFigures, type Basis, type Cell, type Cells, type MessageKey, type Session } from "./cells.ts";
import { createClaims, type Hash, hashInto } from "./claims.ts";
import { type Entry, type Figures, noFigures, type Span } from "./entry.ts";
import type { Owners } from "./owners.ts";
import type { TallyFile } from "./tally.ts";

export interface MessageClaims {
  /** @returns the cell it belongs to, as far as this file knows */
  claim(entry: Entry, bytes: Buffer, file: TallyFile, key: MessageKey): number;
  /** Each message with the session it belongs to. */
  forEach(visit: (session: Session, time: number) => void): void;
}

const FILE = 0;
const CELL = 1;
const TIME = 2;
const COST = 3;
const IS_CUT = 4;
const INPUT = 5;
const OUTPUT = 6;
const CACHE_READ = 7;
const CACHE_WRITE = 8;
const CACHE_WRITE_HOUR = 9;
const WEB_SEARCHES = 10;
const COLUMNS = 11;

const UNNAMED = 0xffffffff;

export function createMessageClaims(cells: Cells, owners: Owners): MessageClaims {
  const rows = createClaims(COLUMNS);
  const held: Figures = noFigures();
  const hash: Hash = { high: 0, low: 0 };
  let unnamed = 0;

  return {
    claim(entry, bytes, file, key) {
      const id = entry.messageId.from >= 0 ? entry.messageId : entry.uuid;
      const row = id.from >= 0 ? claimId(bytes, id) : rows.claim(UNNAMED, (unnamed += 1));
      const place = row < 0 ? -1 - row : row;
      const numbers = rows.numbersOf(place);
      const at = rows.offsetOf(place);
      if (row < 0) {
        numbers[at + COST] = -1;
        raise(numbers, at, entry);
        return settleIn(numbers, at, entry, file, key);
      }
      const isTaking = owners.isBetter(file, numbers[at + FILE] ?? 0);
      const cell = numbers[at + CELL] ?? 0;
      const { session } = cells.all[cell] as Cell;
      if (session !== key.session) (isTaking ? session : key.session).origins.add(isTaking ? key.session : session);
      if (!isTaking && !isRaising(numbers, at, entry)) return cell;
      put(numbers, at, -1);
      raise(numbers, at, entry);
      if (isTaking) return settleIn(numbers, at, entry, file, key);
      numbers[at + CELL] = cells.at(cells.all[cell] as Cell, basisOf(numbers, at));
      put(numbers, at, 1);
      return cell;
    },
    forEach(visit) {
      for (let row = 0; row < rows.size; row += 1) {
        const numbers = rows.numbersOf(row);
        const at = rows.offsetOf(row);
        visit((cells.all[numbers[at + CELL] ?? 0] as Cell).session, numbers[at + TIME] ?? 0);
      }
    },
  };

  function claimId(bytes: Buffer, { from, to }: Span): number {
    hashInto(hash, bytes, from, to);
    return rows.claim(hash.high, hash.low);
  }

  function settleIn(numbers: Float64Array, at: number, entry: Entry, file: TallyFile, key: MessageKey): number {
    const cell = cells.at(key, basisOf(numbers, at));
    numbers[at + FILE] = file.place;
    numbers[at + TIME] = entry.time;
    numbers[at + CELL] = cell;
    put(numbers, at, 1);
    return cell;
  }

  /** Takes a row into its cell, or out of it. */
  function put(numbers: Float64Array, at: number, sign: 1 | -1): void {
    const cell = cells.all[numbers[at + CELL] ?? 0] as Cell;
    held.input = numbers[at + INPUT] ?? 0;
    held.output = numbers[at + OUTPUT] ?? 0;
    held.cacheRead = numbers[at + CACHE_READ] ?? 0;
    held.cacheWrite = numbers[at + CACHE_WRITE] ?? 0;
    held.cacheWriteHour = numbers[at + CACHE_WRITE_HOUR] ?? 0;
    held.webSearches = numbers[at + WEB_SEARCHES] ?? 0;
    addFigures(cell.figures, held, sign);
    cell.messages += sign;
    if (cell.basis === "told") cell.costUsd += sign * (numbers[at + COST] ?? 0);
  }
}

function raise(numbers: Float64Array, at: number, { usage, cost, isCut }: Entry): void {
  raiseOne(numbers, at + INPUT, usage.input);
  raiseOne(numbers, at + OUTPUT, usage.output);
  raiseOne(numbers, at + CACHE_READ, usage.cacheRead);
  raiseOne(numbers, at + CACHE_WRITE, usage.cacheWrite);
  raiseOne(numbers, at + CACHE_WRITE_HOUR, usage.cacheWriteHour);
  raiseOne(numbers, at + WEB_SEARCHES, usage.webSearches);
  raiseOne(numbers, at + COST, cost);
  if (isCut) numbers[at + IS_CUT] = 1;
}

function raiseOne(numbers: Float64Array, place: number, value: number): void {
  if (value > (numbers[place] ?? 0)) numbers[place] = value;
}

function isRaising(numbers: Float64Array, at: number, { usage, cost, isCut }: Entry): boolean {
  return (
    usage.output > (numbers[at + OUTPUT] ?? 0) ||
    usage.input > (numbers[at + INPUT] ?? 0) ||
    usage.cacheRead > (numbers[at + CACHE_READ] ?? 0) ||
    usage.cacheWrite > (numbers[at + CACHE_WRITE] ?? 0) ||
    usage.cacheWriteHour > (numbers[at + CACHE_WRITE_HOUR] ?? 0) ||
    usage.webSearches > (numbers[at + WEB_SEARCHES] ?? 0) ||
    cost > (numbers[at + COST] ?? 0) ||
    (isCut && numbers[at + IS_CUT] === 0)
  );
}

function basisOf(numbers: Float64Array, at: number): Basis {
  if (numbers[at + IS_CUT] === 1) return "cut";
  return (numbers[at + COST] ?? 0) >= 0 ? "told" : "list";
}
