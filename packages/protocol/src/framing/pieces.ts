// Collects the pieces of one unfinished line. Each byte is copied when it arrives, because the caller may reuse its
// buffer, and at most once more, so the cost is linear for any chunk size. Ordinary lines share one buffer for the
// whole stream; only longer lines get their own memory. Once a line exceeds the limit, only its size is counted.

const SMALLEST_BUFFER = 4 * 1024;
const LARGEST_BUFFER = 512 * 1024;

/** A growable byte buffer whose content is taken out as a whole. */
export interface Pieces {
  /** Number of bytes added since the last `take`, stored or not. */
  readonly size: number;
  add(piece: Uint8Array): void;
  /**
   * Returns all bytes in one array and resets the buffer. The content is meaningless if the line exceeded the limit.
   * The bytes are valid until the next `add`, which may overwrite them.
   */
  take(): Uint8Array;
}

/** Creates a buffer for up to `maxBytes` bytes and the LF after them. */
export function createPieces(maxBytes: number): Pieces {
  let buffer = new Uint8Array(SMALLEST_BUFFER);
  let used = 0;
  /** Full buffers of a line that is longer than the largest buffer. */
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
    // A buffer that was sized for one large piece is not worth keeping.
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
