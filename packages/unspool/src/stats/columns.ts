// Columns of numbers, by row. They grow in pieces: an array that is copied to grow is there twice for a moment, and what an
// object per row would need is many times as much.

const PIECE_BITS = 12;
const PIECE_ROWS = 1 << PIECE_BITS;

export interface Column {
  /** 0 where nothing was set. */
  readonly get: (row: number) => number;
  readonly set: (row: number, value: number) => void;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function createPieces(create: (rows: number) => Numbers): Column {
  const pieces: (Numbers | undefined)[] = [];
  return {
    get: (row) => pieces[row >> PIECE_BITS]?.[row & (PIECE_ROWS - 1)] ?? 0,
    set(row, value) {
      const place = row >> PIECE_BITS;
      while (pieces.length <= place) pieces.push(undefined);
      const piece = (pieces[place] ??= create(PIECE_ROWS));
      piece[row & (PIECE_ROWS - 1)] = value;
    },
  };
}

/** For any number. */
export function createColumn(): Column {
  return createPieces((rows) => new Float64Array(rows));
}

const WIDTHS: Readonly<Record<1 | 2 | 4, (rows: number) => Numbers>> = {
  1: (rows) => new Uint8Array(rows),
  2: (rows) => new Uint16Array(rows),
  4: (rows) => new Uint32Array(rows),
};

/** For any number too, but made for whole ones of so many bytes: others are kept apart, at many times the price. */
export function createNarrowColumn(bytes: keyof typeof WIDTHS): Column {
  const narrow = createPieces(WIDTHS[bytes]);
  const apart = new Map<number, number>();
  const isApart = 256 ** bytes - 1;
  return {
    get(row) {
      const value = narrow.get(row);
      return value === isApart ? (apart.get(row) ?? 0) : value;
    },
    set(row, value) {
      const isNarrow = value >= 0 && value < isApart && Number.isInteger(value);
      narrow.set(row, isNarrow ? value : isApart);
      if (!isNarrow) apart.set(row, value);
    },
  };
}
