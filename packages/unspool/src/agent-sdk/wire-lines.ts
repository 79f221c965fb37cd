// Bytes of stdout to the objects on its lines, one each and in order, whether or not they mean anything to the session.
// Lines that are no JSON object have none, as the session counts them.

import type { JsonObject } from "@unspool/protocol";

export interface WireLine {
  /** Undefined for what is no JSON object, or too long. */
  readonly message: JsonObject | undefined;
  /** Its length, without the LF. */
  readonly bytes: number;
  /** Where the next line begins, in the piece that ended this one. */
  readonly end: number;
}

export interface WireLines {
  /** The lines that end in this piece. */
  push(chunk: Uint8Array): readonly WireLine[];
  /** A last line that has no LF. */
  end(): WireLine | undefined;
}

/** As in the protocol package: what is longer is passed over, whole. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LF = 10;

export function createWireLines(): WireLines {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let size = 0;

  const endLine = (rest: Uint8Array, end: number): WireLine => {
    const bytes = size + rest.length;
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    pieces = [];
    size = 0;
    const isReadable = bytes > 0 && bytes <= LONGEST_LINE_BYTES;
    return { message: isReadable ? readObject(decoder.decode(line)) : undefined, bytes, end };
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
      // Of a line that is too long, nothing need be kept.
      if (size > LONGEST_LINE_BYTES) pieces = [];
      else pieces.push(chunk.subarray(start));
      return lines;
    },
    end: () => (size === 0 ? undefined : endLine(new Uint8Array(), 0)),
  };
}

function readObject(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
