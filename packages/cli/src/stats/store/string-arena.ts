// Distinct strings outside of the JavaScript heap, by number. Ten thousand paths and ids would be most of the heap and make
// V8 enlarge the space for new objects to many times what is needed.

import { createNarrowColumn } from "./columns.ts";
import { createIdIndex } from "./id-index.ts";

/** A read-only list of strings. An array of strings is one, too. */
export interface StringList extends Iterable<string> {
  readonly length: number;
  at(index: number): string | undefined;
}

export interface StringArena extends StringList {
  /** Returns the number of the string, new or known. */
  add(text: string): number;
}

const PIECE_BYTES = 1 << 16;

export function createStringArena(): StringArena {
  const known = createIdIndex();
  const pieces: Buffer[] = [];
  const pieceNumbers = createNarrowColumn(4);
  const starts = createNarrowColumn(4);
  const ends = createNarrowColumn(4);
  let piece = Buffer.alloc(0);
  let filled = 0;
  const at = (index: number): string | undefined => {
    const row = index < 0 ? known.size + index : index;
    if (row < 0 || row >= known.size) return undefined;
    return pieces[pieceNumbers.get(row)]?.toString("utf8", starts.get(row), ends.get(row));
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
      const added = known.add(piece, filled, filled + length);
      if (added >= 0) return added;
      const row = -1 - added;
      pieceNumbers.set(row, pieces.length - 1);
      starts.set(row, filled);
      filled += length;
      ends.set(row, filled);
      return row;
    },
    *[Symbol.iterator]() {
      for (let row = 0; row < known.size; row += 1) yield at(row) as string;
    },
  };
}
