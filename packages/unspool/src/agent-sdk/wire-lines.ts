// Bytes of stdout to the objects on its lines, one each and in order, whether or not they mean anything to the session.
// Lines that are no JSON object are passed over, as the session counts them.

import type { JsonObject } from "@unspool/protocol";

export interface WireLines {
  push(chunk: Uint8Array): void;
  /** A last line that has no LF. */
  end(): void;
}

/** As in the protocol package: what is longer is passed over, whole. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LF = 10;

export function createWireLines(onMessage: (message: JsonObject, bytes: number) => void): WireLines {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let size = 0;

  const endLine = (rest: Uint8Array): void => {
    const length = size + rest.length;
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    const isTooLong = length > LONGEST_LINE_BYTES;
    pieces = [];
    size = 0;
    if (isTooLong || length === 0) return;
    const message = readObject(decoder.decode(line));
    if (message !== undefined) onMessage(message, length);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        endLine(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start === chunk.length) return;
      size += chunk.length - start;
      // Of a line that is too long, nothing need be kept.
      if (size > LONGEST_LINE_BYTES) pieces = [];
      else pieces.push(chunk.subarray(start));
    },
    end: () => endLine(new Uint8Array()),
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
