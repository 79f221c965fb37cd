// Reads the lines of files synchronously into one buffer that all files share: memory holds one piece of a file, or one line
// if that is longer. The scanner works on offsets in this buffer, so no line is copied.

import { closeSync, openSync, readSync } from "node:fs";

const LF = 0x0a;
const PIECE_BYTES = 1 << 20;
/** Longer lines are skipped: no transcript has one. */
const MAX_LINE_BYTES = 256 << 20;

export interface LineHandlers {
  /** Gets the first piece of the file. Returns whether to continue. */
  readonly onStart: (start: Buffer) => boolean;
  /**
   * Gets each line, without its LF. The bytes are valid until it returns.
   * @param isWhole false for a last line without LF, which may be cut
   */
  readonly onLine: (bytes: Buffer, from: number, end: number, isWhole: boolean) => void;
}

export interface LineReader {
  /** Returns the number of bytes read. @throws the system's error if the file cannot be read */
  read(file: string, handlers: LineHandlers): number;
}

export function createLineReader(pieceBytes: number = PIECE_BYTES): LineReader {
  let buffer: Buffer = Buffer.allocUnsafeSlow(pieceBytes);
  return {
    read(file, { onStart, onLine }) {
      const handle = openSync(file, "r");
      let bytes = 0;
      let held = 0;
      let isSkipping = false;
      try {
        for (;;) {
          const count = readSync(handle, buffer, held, buffer.length - held, null);
          const filled = held + count;
          if (bytes === 0 && !onStart(buffer.subarray(0, count))) return 0;
          bytes += count;
          let start = 0;
          // The held bytes have no LF: they were searched before.
          let lf = findLf(buffer, held, filled);
          while (lf >= 0) {
            if (!isSkipping) onLine(buffer, start, lf, true);
            isSkipping = false;
            start = lf + 1;
            lf = findLf(buffer, start, filled);
          }
          if (count === 0) {
            if (filled > start && !isSkipping) onLine(buffer, start, filled, false);
            return bytes;
          }
          held = isSkipping ? 0 : filled - start;
          if (held === buffer.length) {
            isSkipping = held >= MAX_LINE_BYTES;
            if (isSkipping) held = 0;
            else buffer = enlarge(buffer);
          } else if (start > 0 && held > 0) buffer.copyWithin(0, start, filled);
        }
      } finally {
        closeSync(handle);
        if (buffer.length > pieceBytes) buffer = Buffer.allocUnsafeSlow(pieceBytes);
      }
    },
  };
}

function findLf(buffer: Buffer, from: number, end: number): number {
  const at = buffer.indexOf(LF, from);
  return at < end ? at : -1;
}

function enlarge(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
