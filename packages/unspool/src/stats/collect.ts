// Reads everything that was found, puts prices on it, and hands out the sums.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Cell } from "./cells.ts";
import { UsageError } from "../cli/io.ts";
import { asLines } from "../source/as-lines.ts";
import { createLineReader } from "./file-lines.ts";
import type { DayOf } from "./moment.ts";
import type { Paths } from "./texts.ts";
import { createTranscriptReader } from "./read-transcript.ts";
import { createSessions } from "./sessions.ts";
import { listCost } from "./prices.ts";
import { settle } from "./settle.ts";
import { createStreamCells } from "./stream-cells.ts";
import { sumSessions } from "./sum-sessions.ts";
import { createTally } from "./tally.ts";

export interface Collected {
  /** Models whose price nobody knows: their tokens cost nothing here. */
  readonly unpriced: readonly string[];
  /** Files that could not be read, each with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  /** Files that hold events of ours instead of the lines of claude. */
  readonly ownEvents: readonly string[];
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
  /**
   * Gets each cell, when all is read, those of a session one after another. It is the caller's until this
   * returns: a gigabyte of transcripts has a hundred thousand, and they are used again.
   */
  readonly onCell: (cell: Cell) => void;
  /** Streams beside the files. */
  readonly streams?: readonly StatsStream[];
  readonly onProgress?: (files: number, ofFiles: number, bytes: number) => void;
}

/** Reading is synchronous, since it is quicker by half; this often others get their turn. */
const BREATH_MS = 50;

export async function collect(files: Paths, options: CollectOptions): Promise<Collected> {
  const { dayOf, signal, onCell, streams = [], onProgress } = options;
  const sessions = createSessions();
  const cells = createStreamCells(sessions);
  const tally = createTally(sessions, dayOf, files);
  const transcripts = createTranscriptReader(createLineReader(), tally);
  const unread: { path: string; reason: string }[] = [];
  const ownEvents: string[] = [];
  let bytes = 0;
  let breathed = performance.now();

  for (const { name, chunks } of streams) {
    const { readStreamSource } = await import("./stream-source.ts");
    bytes += await readStreamSource(chunks, cells, dayOf, { fallbackTime: Date.now(), name });
  }
  let place = -1;
  for (const path of files) {
    place += 1;
    if (performance.now() - breathed > BREATH_MS) {
      onProgress?.(place, files.length, bytes);
      await new Promise((done) => setImmediate(done));
      breathed = performance.now();
    }
    signal.throwIfAborted();
    try {
      const read = transcripts.read(path, place);
      if (typeof read === "number") bytes += read;
      else if (read === "events") ownEvents.push(path);
      else if (read !== "empty") {
        const { readStreamSource } = await import("./stream-source.ts");
        const about = { fallbackTime: statSync(path).mtimeMs, name: basename(path) };
        bytes += await readStreamSource(asLines(pieces(path), basename(path)), cells, dayOf, about);
      }
    } catch (error) {
      unread.push({ path, reason: reasonOf(error) });
    }
  }
  const unpriced = new Set<string>();
  sumSessions(sessions, tally, (number, session, own) => {
    settle(sessions, number, session, own, dayOf, unpriced);
    own.forEach(onCell);
    for (const cell of cells.of(session)) {
      // Qwen Code tells no cost, and the list has no price of its models.
      const isFree = cell.costUsd === 0 && cell.figures.output > 0;
      if (isFree && listCost(cell.model, cell.figures) === undefined) unpriced.add(cell.model);
      onCell(cell);
    }
  });
  return { unpriced: [...unpriced].sort(), unread, ownEvents, files: files.length, bytes };
}

/** The only thing wrong with a file that the system reads is that it is binary. */
function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return "a binary file";
  return (error as NodeJS.ErrnoException).code ?? String(error);
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
