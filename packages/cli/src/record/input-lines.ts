// Splits stdin into lines for the recorder. A line beyond the cap is recorded in parts, so that no byte is lost; the reader in
// @unspool/protocol/lines would drop the rest.

const LF = 10;
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export interface InputLines {
  push(chunk: Uint8Array): void;
  /** Delivers the rest. */
  end(): void;
}

export function createInputLines(onLine: (line: string) => void): InputLines {
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  function deliver(): void {
    const line = Buffer.concat(pieces).toString("utf8");
    pieces = [];
    bytes = 0;
    if (line !== "") onLine(line);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        pieces.push(chunk.subarray(from, end));
        deliver();
        from = end + 1;
      }
      const rest = chunk.subarray(from);
      if (rest.length === 0) return;
      pieces.push(rest);
      bytes += rest.length;
      if (bytes > MAX_LINE_BYTES) deliver();
    },
    end: deliver,
  };
}
