// Bytes cut anywhere → whole lines as text, split on LF only. A line beyond the cap is given up to the cap, with the number
// of bytes that are missing, so that a stream without LF costs bounded memory.

export interface LineCutter {
  push(chunk: Uint8Array): void;
  /** Gives what is left, as a line that was cut. */
  end(): void;
}

export interface CutLine {
  readonly text: string;
  /** No LF came. */
  readonly isCut: boolean;
  /** Bytes beyond the cap. */
  readonly omittedBytes: number;
}

const LF = 0x0a;

export function createLineCutter(onLine: (line: CutLine) => void, maxLineBytes: number): LineCutter {
  let pieces: Uint8Array[] = [];
  let kept = 0;
  let omitted = 0;

  function keep(piece: Uint8Array): void {
    const room = Math.max(0, maxLineBytes - kept);
    const part = piece.length > room ? piece.subarray(0, room) : piece;
    if (part.length > 0) pieces.push(part);
    kept += part.length;
    omitted += piece.length - part.length;
  }

  function give(isCut: boolean): void {
    const text = Buffer.concat(pieces).toString("utf8");
    const line = { text, isCut, omittedBytes: omitted };
    pieces = [];
    kept = 0;
    omitted = 0;
    onLine(line);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, end));
        give(false);
        from = end + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end() {
      if (kept > 0 || omitted > 0) give(true);
    },
  };
}
