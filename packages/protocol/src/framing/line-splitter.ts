// Splits bytes or strings into regions of whole lines, after the normalizer has converted other forms of input. Only LF
// ends a line: U+2028, U+2029 and NUL are text. A region contains many short lines, each with its LF, so that thousands
// of lines cost one call. Regions stay bytes, because the best way to decode a line depends on its content.

import { createChunkEncoder } from "./chunk-encoder.ts";
import { createLineNormalizer } from "./line-normalizer.ts";
import { createPieces } from "./pieces.ts";

/** Default limit for one line. Images and file reads make lines of several megabytes common. */
export const DEFAULT_MAX_LINE_BYTES: number = 64 * 1024 * 1024;

const LF = 10;
/** Regions are small, because a reference to any part of a region keeps the whole region in memory. */
const LARGEST_REGION = 16 * 1024;

/** Receives the output of the splitter, in stream order. */
export interface LineSink {
  /** Receives one or more whole lines, each ended by LF. The bytes are valid until this call returns. */
  onRegion(region: Uint8Array): void;
  /** Receives a line longer than most regions, not decoded. Returns false to receive it as a region instead. */
  onLongLine(line: Uint8Array): boolean;
  /** Reports a line over the limit, which was skipped. `bytes` is its size without the LF. */
  onOversize(bytes: number): void;
}

/** A push splitter: feed it chunks, then end it once. */
export interface LineSplitter {
  push(chunk: Uint8Array | string): void;
  /** Delivers the last line if it has no LF. */
  end(): void;
  /** Number of bytes received so far. */
  readonly bytes: number;
}

/** Creates a splitter that passes whole lines of at most `maxLineBytes` bytes to `sink`. */
export function createLineSplitter(sink: LineSink, maxLineBytes: number = DEFAULT_MAX_LINE_BYTES): LineSplitter {
  const encoder = createChunkEncoder();
  const unfinished = createPieces(maxLineBytes);
  const normalizer = createLineNormalizer(split);
  let bytes = 0;

  function push(chunk: Uint8Array | string): void {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) {
      // TypeScript rejects this already; in JavaScript a wrong chunk must not be ignored silently.
      throw new TypeError(`A chunk must be a Uint8Array or a string, not ${describeType(chunk)}.`);
    }
    if (typeof chunk === "string") {
      pushBytes(encoder.encode(chunk));
    } else if (chunk.length > 0) {
      pushBytes(encoder.flush());
      pushBytes(chunk);
    }
  }

  function pushBytes(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    bytes += chunk.length;
    normalizer.push(chunk);
  }

  function split(chunk: Uint8Array): void {
    const lastLf = chunk.lastIndexOf(LF);
    if (lastLf === -1) return unfinished.add(chunk);
    const firstLf = unfinished.size === 0 ? -1 : chunk.indexOf(LF);
    if (firstLf !== -1) endUnfinishedLine(chunk.subarray(0, firstLf + 1));
    if (lastLf > firstLf) deliver(chunk.subarray(firstLf + 1, lastLf + 1));
    unfinished.add(chunk.subarray(lastLf + 1));
  }

  /** Ends the unfinished line. `rest` is its last part, including the LF. */
  function endUnfinishedLine(rest: Uint8Array): void {
    const length = unfinished.size + rest.length - 1;
    unfinished.add(rest);
    const line = unfinished.take();
    if (length > maxLineBytes) sink.onOversize(length);
    else deliverLine(line);
  }

  function deliver(region: Uint8Array): void {
    if (region.length - 1 <= maxLineBytes) return deliverParts(region);
    // The region is larger than the limit, so a line in it may be too: check each line.
    for (let start = 0; start < region.length;) {
      const end = region.indexOf(LF, start);
      if (end - start > maxLineBytes) sink.onOversize(end - start);
      else deliverLine(region.subarray(start, end + 1));
      start = end + 1;
    }
  }

  function deliverParts(region: Uint8Array): void {
    let start = 0;
    while (region.length - start > LARGEST_REGION) {
      const last = region.lastIndexOf(LF, start + LARGEST_REGION - 1);
      const end = last < start ? region.indexOf(LF, start) : last;
      if (last < start) deliverLine(region.subarray(start, end + 1));
      else sink.onRegion(region.subarray(start, end + 1));
      start = end + 1;
    }
    if (start < region.length) sink.onRegion(region.subarray(start));
  }

  /** Delivers a single line. Only a single line can be longer than `LARGEST_REGION`. */
  function deliverLine(line: Uint8Array): void {
    if (line.length <= LARGEST_REGION || !sink.onLongLine(line)) sink.onRegion(line);
  }

  function end(): void {
    pushBytes(encoder.flush());
    normalizer.end();
    if (unfinished.size > 0) endUnfinishedLine(Uint8Array.of(LF));
  }

  return {
    push,
    end,
    get bytes() {
      return bytes;
    },
  };
}

function describeType(value: unknown): string {
  return typeof value === "object" && value !== null ? (value.constructor?.name ?? "object") : typeof value;
}
