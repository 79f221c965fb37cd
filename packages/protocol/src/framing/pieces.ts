// The pieces of one unfinished line: each byte is copied once when it arrives (the caller may reuse its buffer)
// and once when the line is whole, so any chunking is linear; past the cap only the size is kept.

const LARGEST_BLOCK = 64 * 1024;

/** A growing run of bytes that is taken out whole. */
export interface Pieces {
  /** Bytes added since the last take, kept or not. */
  readonly size: number;
  add(piece: Uint8Array): void;
  /** The bytes in one piece (nothing of use once over the cap); starts anew. */
  take(): Uint8Array;
}

/** Keeps up to `maxBytes` bytes and the LF behind them. */
export function createPieces(maxBytes: number): Pieces {
  let full: Uint8Array[] = [];
  let block = new Uint8Array(0);
  let used = 0;
  let size = 0;

  return {
    get size() {
      return size;
    },
    add(piece) {
      size += piece.length;
      if (size > maxBytes + 1) {
        full = [];
        block = new Uint8Array(0);
        used = 0;
        return;
      }
      if (piece.length > block.length - used) {
        if (used > 0) full.push(block.subarray(0, used));
        // Blocks grow with the line, so that a stream of short leftovers stays cheap and one-byte chunks stay linear.
        block = new Uint8Array(Math.max(piece.length, 256, Math.min(size, LARGEST_BLOCK)));
        used = 0;
      }
      block.set(piece, used);
      used += piece.length;
    },
    take() {
      const whole = full.length === 0 ? block.subarray(0, used) : join([...full, block.subarray(0, used)]);
      full = [];
      // An ordinary block is written over (its bytes are decoded before the next piece comes), a large one let go.
      if (block.length > LARGEST_BLOCK) block = new Uint8Array(0);
      used = 0;
      size = 0;
      return whole;
    },
  };
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
