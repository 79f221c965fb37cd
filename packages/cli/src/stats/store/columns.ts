// Columns of numbers, by row. They grow in pieces: growing by copying needs the array twice for a moment, and an object per
// row needs many times as much memory.

const PIECE_BITS = 12;
const PIECE_ROWS = 1 << PIECE_BITS;

export interface Column {
  /** Returns 0 for a row that was never set. */
  readonly get: (row: number) => number;
  readonly set: (row: number, value: number) => void;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function createPieces(create: (rows: number) => Numbers): Column {
  const pieces: (Numbers | undefined)[] = [];
  return {
    get: (row) => pieces[row >> PIECE_BITS]?.[row & (PIECE_ROWS - 1)] ?? 0,
    set(row, value) {
      const index = row >> PIECE_BITS;
      while (pieces.length <= index) pieces.push(undefined);
      const piece = (pieces[index] ??= create(PIECE_ROWS));
      piece[row & (PIECE_ROWS - 1)] = value;
    },
  };
}

/** Creates a column for any number. */
export function createColumn(): Column {
  return createPieces((rows) => new Float64Array(rows));
}

const WIDTHS: Readonly<Record<1 | 2 | 4, (rows: number) => Numbers>> = {
  1: (rows) => new Uint8Array(rows),
  2: (rows) => new Uint16Array(rows),
  4: (rows) => new Uint32Array(rows),
};

/** Creates a column of `bytes` per row. Numbers that do not fit are stored in a map, which costs many times as much. */
export function createNarrowColumn(bytes: keyof typeof WIDTHS): Column {
  const narrow = createPieces(WIDTHS[bytes]);
  const overflow = new Map<number, number>();
  const overflowMark = 256 ** bytes - 1;
  return {
    get(row) {
      const value = narrow.get(row);
      return value === overflowMark ? (overflow.get(row) ?? 0) : value;
    },
    set(row, value) {
      const isNarrow = value >= 0 && value < overflowMark && Number.isInteger(value);
      narrow.set(row, isNarrow ? value : overflowMark);
      if (!isNarrow) overflow.set(row, value);
    },
  };
}
