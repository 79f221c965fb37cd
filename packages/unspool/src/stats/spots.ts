// Where messages, calls and prompts belong (session, day, agent, model, stretch), numbered, so that each of them holds a
// number only.

import type { CellKey } from "./cells.ts";
import { createClaims } from "./claims.ts";
import { createNarrowColumn } from "./columns.ts";
import { createNumbered } from "./numbered.ts";
import type { Session } from "./sessions.ts";

export interface Spots {
  at(session: number, day: string, agent: string, model: string, stretch: number): number;
  sessionOf(spot: number): number;
  keyOf(spot: number, session: Session): CellKey;
}

export function createSpots(): Spots {
  const claims = createClaims();
  const names = createNumbered();
  const key = new Uint32Array(5);
  const bytes = new Uint8Array(key.buffer);
  const columns = Array.from(key, () => createNarrowColumn(4));
  const field = (spot: number, column: number): number => columns[column]?.get(spot) ?? 0;
  const name = (spot: number, column: number): string => names.nameOf(field(spot, column));
  let last = -1;

  function set(column: number, value: number): boolean {
    if (key[column] === value) return false;
    key[column] = value;
    return true;
  }
  return {
    at(session, day, agent, model, stretch) {
      let isOther = set(0, session);
      isOther = set(1, names.numberOf(day)) || isOther;
      isOther = set(2, names.numberOf(agent)) || isOther;
      isOther = set(3, names.numberOf(model)) || isOther;
      isOther = set(4, stretch) || isOther;
      if (!isOther && last >= 0) return last;
      const claimed = claims.claim(bytes, 0, bytes.length);
      last = claimed < 0 ? -1 - claimed : claimed;
      if (claimed < 0) for (const [place, column] of columns.entries()) column.set(last, key[place] ?? 0);
      return last;
    },
    sessionOf: (spot) => field(spot, 0),
    keyOf: (spot, session) => ({
      session,
      day: name(spot, 1),
      agent: name(spot, 2),
      model: name(spot, 3),
      stretch: field(spot, 4),
    }),
  };
}
