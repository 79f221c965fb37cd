// Numbers ids in the order in which they are added: 8 bytes per id, and 5 to 21 bytes to find it again. Ids are stored as
// 64-bit hashes: among a million ids, the chance of a collision is 1 in 37 million.

const PIECE_BITS = 12;
const PIECE_IDS = 1 << PIECE_BITS;
const FNV_PRIME = 0x01000193;
const MURMUR = 0x5bd1e995;
/** High half of the hash of a missing id. */
const UNNAMED = -1;

export interface IdIndex {
  readonly size: number;
  /**
   * Returns the number of this id, or -1 - its number if the id is new.
   * @param from,to the range of the id; `from` is below 0 if there is none, and such an id differs from all others
   */
  add(bytes: Uint8Array, from: number, to: number): number;
  /** Returns the number of this id, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number;
}

/** A hash in two signed halves of 32 bits: V8 allocates an object for every larger number. */
export interface Hash {
  high: number;
  low: number;
}

export function createIdIndex(): IdIndex {
  const pieces: Int32Array[] = [];
  let slots = new Int32Array(1 << 12);
  let size = 0;
  let unnamed = 0;
  const hash: Hash = { high: 0, low: 0 };

  function readHalf(row: number, half: 0 | 1): number {
    return pieces[row >> PIECE_BITS]?.[(row & (PIECE_IDS - 1)) * 2 + half] ?? 0;
  }
  function grow(): void {
    // Factor 4: the old table stays in memory until the next full garbage collection, and is then a third of the whole.
    const larger = new Int32Array(slots.length * 4);
    for (let row = 0; row < size; row += 1) {
      let slot = readHalf(row, 1) & (larger.length - 1);
      while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1);
      larger[slot] = row + 1;
    }
    slots = larger;
  }
  /** Returns the slot of this id, or the free slot where it belongs. */
  function findSlot({ high, low }: Hash): number {
    let slot = low & (slots.length - 1);
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0 || (readHalf(row, 1) === low && readHalf(row, 0) === high)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  return {
    get size() {
      return size;
    },
    add(bytes, from, to) {
      if (from >= 0) hashBytes(hash, bytes, from, to);
      else {
        hash.high = UNNAMED;
        hash.low = unnamed += 1;
      }
      const slot = findSlot(hash);
      const known = (slots[slot] ?? 0) - 1;
      if (known >= 0) return known;
      const row = size;
      const piece = (pieces[row >> PIECE_BITS] ??= new Int32Array(PIECE_IDS * 2));
      piece[(row & (PIECE_IDS - 1)) * 2] = hash.high;
      piece[(row & (PIECE_IDS - 1)) * 2 + 1] = hash.low;
      slots[slot] = row + 1;
      size += 1;
      if (size * 4 > slots.length * 3) grow();
      return -1 - row;
    },
    find(bytes, from, to) {
      hashBytes(hash, bytes, from, to);
      return (slots[findSlot(hash)] ?? 0) - 1;
    },
  };
}

/** Writes into `hash`: a new object per id would be most of what is allocated here. */
export function hashBytes(hash: Hash, bytes: Uint8Array, from: number, to: number): void {
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
  hash.high = high ^ (high >>> 13);
  hash.low = low ^ (low >>> 16);
}
