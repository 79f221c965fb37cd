// Strings outside of the heap, each once, by number: ten thousand paths and ids would be most of what is kept in it, and
// make the engine enlarge the part for new things to many times what is needed.

import { createClaims } from "./claims.ts";
import { createNarrowColumn } from "./columns.ts";

/** An array of strings is one, too. */
export interface Paths extends Iterable<string> {
  readonly length: number;
  at(place: number): string | undefined;
}

export interface Texts extends Paths {
  /** @returns its number, new or not */
  add(text: string): number;
}

const PIECE_BYTES = 1 << 16;

export function createTexts(): Texts {
  const known = createClaims();
  const pieces: Buffer[] = [];
  const pieceOf = createNarrowColumn(4);
  const starts = createNarrowColumn(4);
  const ends = createNarrowColumn(4);
  let piece = Buffer.alloc(0);
  let filled = 0;
  const at = (place: number): string | undefined => {
    const own = place < 0 ? known.size + place : place;
    if (own < 0 || own >= known.size) return undefined;
    return pieces[pieceOf.get(own)]?.toString("utf8", starts.get(own), ends.get(own));
  };
  return {
    get length() {
      return known.size;
    },
    at,
    add(text) {
      const length = Buffer.byteLength(text);
      if (filled + length > piece.length) {
        piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, length));
        pieces.push(piece);
        filled = 0;
      }
      piece.write(text, filled);
      const claimed = known.claim(piece, filled, filled + length);
      if (claimed >= 0) return claimed;
      const place = -1 - claimed;
      pieceOf.set(place, pieces.length - 1);
      starts.set(place, filled);
      filled += length;
      ends.set(place, filled);
      return place;
    },
    *[Symbol.iterator]() {
      for (let place = 0; place < known.size; place += 1) yield at(place) as string;
    },
  };
}
