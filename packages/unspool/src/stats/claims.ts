// Who counted what: a table from ids to a row of numbers, in 8 bytes per id and 8 per number, so that a gigabyte of
// transcripts needs some megabytes. Ids are kept as 64 bits of hash: among a million, two alike are met once in 37 million
// times.

const ROWS_BITS = 11;
const ROWS = 1 << ROWS_BITS;
const FNV_PRIME = 0x01000193;
const MURMUR = 0x5bd1e995;

export interface Claims {
  readonly size: number;
  /** The row of this id: its number, or -1 - its number if it was made just now. */
  claim(high: number, low: number): number;
  /** The row of this id, or -1. */
  find(high: number, low: number): number;
  /** The numbers of a row stand here, from `offsetOf` on. */
  numbersOf(row: number): Float64Array;
  offsetOf(row: number): number;
}

export function createClaims(columns: number): Claims {
  const chunks: Float64Array[] = [];
  const hashes: Uint32Array[] = [];
  let slots = new Int32Array(1 << 12);
  let size = 0;

  function grow(): void {
    const larger = new Int32Array(slots.length * 2);
    for (let row = 0; row < size; row += 1) {
      let slot = hashOf(row, 1) & (larger.length - 1);
      while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1);
      larger[slot] = row + 1;
    }
    slots = larger;
  }
  function hashOf(row: number, half: number): number {
    return hashes[row >> ROWS_BITS]?.[(row & (ROWS - 1)) * 2 + half] ?? 0;
  }

  /** The slot of this id, or the free one where it belongs. */
  function slotOf(high: number, low: number): number {
    let slot = low & (slots.length - 1);
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0 || (hashOf(row, 1) === low && hashOf(row, 0) === high)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  return {
    get size() {
      return size;
    },
    claim(high, low) {
      const slot = slotOf(high, low);
      const known = (slots[slot] ?? 0) - 1;
      if (known >= 0) return known;
      if ((size & (ROWS - 1)) === 0) {
        chunks.push(new Float64Array(ROWS * columns));
        hashes.push(new Uint32Array(ROWS * 2));
      }
      const row = size;
      const chunk = hashes[row >> ROWS_BITS];
      if (chunk !== undefined) {
        chunk[(row & (ROWS - 1)) * 2] = high;
        chunk[(row & (ROWS - 1)) * 2 + 1] = low;
      }
      slots[slot] = row + 1;
      size += 1;
      if (size * 4 > slots.length * 3) grow();
      return -1 - row;
    },
    find: (high, low) => (slots[slotOf(high, low)] ?? 0) - 1,
    numbersOf: (row) => chunks[row >> ROWS_BITS] as Float64Array,
    offsetOf: (row) => (row & (ROWS - 1)) * columns,
  };
}

/** An id's hash, in two halves. */
export interface Hash {
  high: number;
  low: number;
}

/** Into `hash`, since a pair made for each id would be most of what is made here. */
export function hashInto(hash: Hash, bytes: Uint8Array, from: number, to: number): void {
  let high = 0x1b873593 ^ (to - from);
  let low = 0x2c1b3c6d;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    high = Math.imul(high ^ byte, FNV_PRIME);
    low = Math.imul(low ^ byte, MURMUR);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (high >>> 15) ^ low, MURMUR);
  low = Math.imul(low ^ (low >>> 13), FNV_PRIME);
  hash.high = (high ^ (high >>> 13)) >>> 0;
  hash.low = (low ^ (low >>> 16)) >>> 0;
}
