// Splits the bytes of stdout into lines and parses each as a JSON object, including lines that the session does not use.

import type { JsonObject } from "@unspool/protocol";
import { parseObject } from "@unspool/protocol/kit";

export interface WireLine {
  /** Undefined if the line is not a JSON object or is too long. */
  readonly message: JsonObject | undefined;
  /** Length without the LF. */
  readonly bytes: number;
  /** Index of the next line in the chunk that ended this one. */
  readonly end: number;
}

export interface LineReader {
  /** Returns the lines that end in this chunk. */
  push(chunk: Uint8Array): readonly WireLine[];
  /** Returns a last line without LF. */
  end(): WireLine | undefined;
}

/** Longer lines are skipped, as in the protocol package. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LF = 10;

export function createLineReader(): LineReader {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let size = 0;

  const endLine = (rest: Uint8Array, end: number): WireLine => {
    const bytes = size + rest.length;
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    pieces = [];
    size = 0;
    const isReadable = bytes > 0 && bytes <= MAX_LINE_BYTES;
    return { message: isReadable ? parseObject(decoder.decode(line)) : undefined, bytes, end };
  };

  return {
    push(chunk) {
      const lines: WireLine[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        lines.push(endLine(chunk.subarray(start, end), end + 1));
        start = end + 1;
      }
      if (start === chunk.length) return lines;
      size += chunk.length - start;
      // Nothing of a line that is too long is kept.
      if (size > MAX_LINE_BYTES) pieces = [];
      else pieces.push(chunk.subarray(start));
      return lines;
    },
    end: () => (size === 0 ? undefined : endLine(new Uint8Array(), 0)),
  };
}
