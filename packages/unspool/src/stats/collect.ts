// Reads everything that was found into cells, and puts prices on them.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { createCells, type Cell, type Session } from "./cells.ts";
import { createLineReader } from "./file-lines.ts";
import type { DayOf } from "./moment.ts";
import { createTranscriptReader } from "./read-transcript.ts";
import { settle } from "./settle.ts";
import { createTally } from "./tally.ts";

export interface Collected {
  readonly cells: readonly Cell[];
  readonly sessions: readonly Session[];
  /** Models whose price nobody knows: their tokens cost nothing here. */
  readonly unpriced: readonly string[];
  /** Files that could not be read, each with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  readonly files: number;
  readonly bytes: number;
}

export interface StatsStream {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface CollectOptions {
  readonly dayOf: DayOf;
  readonly signal: AbortSignal;
  /** Streams beside the files. */
  readonly streams?: readonly StatsStream[];
  readonly onProgress?: (files: number, ofFiles: number, bytes: number) => void;
}

/** Reading is synchronous, since it is quicker by half; this often others get their turn. */
const BREATH_MS = 50;

export async function collect(files: readonly string[], options: CollectOptions): Promise<Collected> {
  const { dayOf, signal, streams = [], onProgress } = options;
  const cells = createCells();
  const tally = createTally(cells, dayOf);
  const transcripts = createTranscriptReader(createLineReader(), tally);
  const unread: { path: string; reason: string }[] = [];
  let bytes = 0;
  let breathed = performance.now();

  for (const { name, chunks } of streams) {
    const { readStreamSource } = await import("./stream-source.ts");
    bytes += await readStreamSource(chunks, cells, dayOf, { fallbackTime: Date.now(), name });
  }
  for (const [place, path] of files.entries()) {
    if (performance.now() - breathed > BREATH_MS) {
      onProgress?.(place, files.length, bytes);
      await new Promise((done) => setImmediate(done));
      breathed = performance.now();
    }
    signal.throwIfAborted();
    try {
      const read = transcripts.read(path, place);
      if (typeof read === "number") bytes += read;
      else if (read !== "empty") {
        const { readStreamSource } = await import("./stream-source.ts");
        const about = { fallbackTime: statSync(path).mtimeMs, name: basename(path) };
        bytes += await readStreamSource(pieces(path), cells, dayOf, about);
      }
    } catch (error) {
      unread.push({ path, reason: (error as NodeJS.ErrnoException).code ?? String(error) });
    }
  }
  const unpriced = settle(cells, tally.messages, dayOf);
  return {
    cells: cells.all,
    sessions: cells.sessions,
    unpriced: [...unpriced].sort(),
    unread,
    files: files.length,
    bytes,
  };
}

const PIECE_BYTES = 1 << 18;

/** As stdin comes. */
async function* pieces(path: string): AsyncIterable<Uint8Array> {
  const handle = openSync(path, "r");
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const count = readSync(handle, piece, 0, PIECE_BYTES, null);
      if (count === 0) return;
      yield piece.subarray(0, count);
    }
  } finally {
    closeSync(handle);
  }
}
