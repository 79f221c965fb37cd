// Splits bytes or text, cut anywhere, into lines. Only LF ends a line: CR, U+2028, U+2029 and NUL are content. Each
// byte is copied a few times at most, and a line needs no more memory than the limit, so any input is read in linear
// time and bounded memory. The decoder has its own, faster splitter, which passes on many lines at once (framing/).

import { createChunkEncoder } from "./framing/chunk-encoder.ts";
import { createPieces } from "./framing/pieces.ts";

/** One line. */
export interface Line {
  /** The line without its LF, up to the limit. Shares the memory of its chunk if it arrived in one. */
  readonly bytes: Uint8Array;
  /** The bytes as text. A byte-order mark is kept. Decoded on each read. */
  readonly text: string;
  /** Whether an LF ended the line. Only the last line can lack it. */
  readonly hasEnd: boolean;
  /** Number of bytes beyond the limit, which were dropped. */
  readonly omittedBytes: number;
}

/** Limits of a line reader. */
export interface LineOptions {
  /** Maximum number of bytes of a line to keep. The rest is counted and dropped. @default Infinity */
  readonly maxLineBytes?: number | undefined;
}

/** A push reader: feed it chunks, then end it once. */
export interface LineReader {
  push(chunk: Uint8Array | string): void;
  /** Delivers the last line if it has no LF. */
  end(): void;
}

/** Creates a reader that calls `onLine` for each line, before `push` returns. */
export function createLineReader(onLine: (line: Line) => void, options: LineOptions = {}): LineReader {
  const splitter = createSplitter(options);
  return {
    push(chunk) {
      for (const line of splitter.push(chunk)) onLine(line);
    },
    end() {
      for (const line of splitter.end()) onLine(line);
    },
  };
}

/** Yields the lines of chunks that are all available. */
export function* splitLines(
  chunks: Iterable<Uint8Array | string>,
  options: LineOptions = {},
): Generator<Line, void, undefined> {
  const splitter = createSplitter(options);
  for (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Yields the lines of chunks as they arrive. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  options: LineOptions = {},
): AsyncGenerator<Line, void, undefined> {
  const splitter = createSplitter(options);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

const LF = 10;

interface Splitter {
  push(chunk: Uint8Array | string): Iterable<Line>;
  end(): Iterable<Line>;
}

function createSplitter({ maxLineBytes = Infinity }: LineOptions): Splitter {
  const encoder = createChunkEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The beginning of a line whose end has not arrived. */
  const unfinished = createPieces(Infinity);
  let omittedBytes = 0;

  function toLine(rest: Uint8Array, hasEnd: boolean): Line {
    let bytes = rest.subarray(0, maxLineBytes);
    if (unfinished.size > 0 || omittedBytes > 0) {
      keep(rest);
      // A copy, because the buffer is reused.
      bytes = unfinished.take().slice();
    } else {
      omittedBytes = rest.length - bytes.length;
    }
    const line: Line = {
      bytes,
      get text() {
        return decoder.decode(bytes);
      },
      hasEnd,
      omittedBytes,
    };
    omittedBytes = 0;
    return line;
  }

  function keep(piece: Uint8Array): void {
    const part = piece.subarray(0, Math.max(0, maxLineBytes - unfinished.size));
    unfinished.add(part);
    omittedBytes += piece.length - part.length;
  }

  function* split(bytes: Uint8Array): Generator<Line, void, undefined> {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      const line = toLine(bytes.subarray(start, end), true);
      start = end + 1;
      yield line;
    }
    keep(bytes.subarray(start));
  }

  return {
    *push(chunk) {
      if (typeof chunk === "string") return yield* split(encoder.encode(chunk));
      keep(encoder.flush());
      yield* split(chunk);
    },
    *end() {
      keep(encoder.flush());
      if (unfinished.size > 0 || omittedBytes > 0) yield toLine(new Uint8Array(), false);
    },
  };
}
