// The pieces of one unfinished line: each byte is copied when it arrives, since the caller may reuse its buffer, and at
// most once more, so any chunking is linear. Lines of ordinary size share one buffer for the life of the stream; only
// longer ones get memory of their own. Past the cap only the size is kept.

const SMALLEST_BUFFER = 4 * 1024;
const LARGEST_BUFFER = 512 * 1024;

/** A growing run of bytes that is taken out whole. */
export interface Pieces {
  /** Bytes added since the last take, kept or not. */
  readonly size: number;
  add(piece: Uint8Array): void;
  /**
   * The bytes in one piece (nothing of use once over the cap); starts anew.
   * They are good until the next `add`, which may write over them.
   */
  take(): Uint8Array;
}

/** Keeps up to `maxBytes` bytes and the LF behind them. */
export function createPieces(maxBytes: number): Pieces {
  let buffer = new Uint8Array(SMALLEST_BUFFER);
  let used = 0;
  /** Full buffers of a line that is longer than the largest one. */
  let full: Uint8Array[] = [];
  let size = 0;

  function add(piece: Uint8Array): void {
    size += piece.length;
    if (size > maxBytes + 1) {
      full = [];
      used = 0;
      return;
    }
    if (piece.length > buffer.length - used) makeRoom(piece.length);
    buffer.set(piece, used);
    used += piece.length;
  }

  function makeRoom(length: number): void {
    const wanted = used + length;
    if (wanted <= LARGEST_BUFFER) {
      const larger = new Uint8Array(Math.min(LARGEST_BUFFER, Math.max(wanted, buffer.length * 2)));
      larger.set(buffer.subarray(0, used));
      buffer = larger;
      return;
    }
    if (used > 0) full.push(buffer.subarray(0, used));
    buffer = new Uint8Array(Math.max(length, LARGEST_BUFFER));
    used = 0;
  }

  function take(): Uint8Array {
    const last = buffer.subarray(0, used);
    const whole = full.length === 0 ? last : join([...full, last], size);
    // A buffer made to measure for one piece is not worth keeping.
    if (buffer.length > LARGEST_BUFFER) buffer = new Uint8Array(SMALLEST_BUFFER);
    full = [];
    used = 0;
    size = 0;
    return whole;
  }

  return {
    get size() {
      return size;
    },
    add,
    take,
  };
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
