// Reads all files and streams, settles their costs, and passes the resulting cells on.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { UsageError } from "../cli/io.ts";
import { normalizeLines } from "../source/normalize-lines.ts";
import { createLineReader } from "./read/line-reader.ts";
import type { StatsStream } from "./read/spool-transcript.ts";
import { createTranscriptReader } from "./read/transcript-reader.ts";
import type { StringList } from "./store/string-arena.ts";
import type { Cell } from "./tally/cells.ts";
import type { DayFormatter } from "./tally/day.ts";
import { computeListCost } from "./tally/list-cost.ts";
import { createSessions } from "./tally/sessions.ts";
import { settleCosts } from "./tally/settle-costs.ts";
import { createStreamCells } from "./tally/stream-cells.ts";
import { sumSessions } from "./tally/sum-sessions.ts";
import { createTally } from "./tally/tally.ts";

export interface Collected {
  /** Models without a list price. Their tokens are not in the cost. */
  readonly unpriced: readonly string[];
  /** Files that could not be read, each with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  /** Files that contain unspool's events instead of lines of claude. */
  readonly ownEvents: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

export interface CollectOptions {
  readonly formatDay: DayFormatter;
  readonly signal: AbortSignal;
  /**
   * Gets each cell after everything is read, the cells of a session one after another. It must not keep a cell: a gigabyte
   * of transcripts has a hundred thousand, and they are reused.
   */
  readonly onCell: (cell: Cell) => void;
  /** Streams besides the files. */
  readonly streams?: readonly StatsStream[];
  readonly onProgress?: (files: number, ofFiles: number, bytes: number) => void;
}

/** How long files are read before the event loop runs. Reading is synchronous, which takes half the time. */
const YIELD_MS = 50;

export async function collect(files: StringList, options: CollectOptions): Promise<Collected> {
  const { formatDay, signal, onCell, streams = [], onProgress } = options;
  const sessions = createSessions();
  const cells = createStreamCells(sessions);
  const tally = createTally(sessions, formatDay, files);
  const transcripts = createTranscriptReader(createLineReader(), tally);
  const unread: { path: string; reason: string }[] = [];
  const ownEvents: string[] = [];
  let bytes = 0;
  let yieldedAt = performance.now();

  async function readStream(name: string, chunks: AsyncIterable<Uint8Array>, fallbackTime: number): Promise<void> {
    // Loaded only when needed: most runs read transcripts only.
    const [{ readStreamSource }, { createStreamTally }] = await Promise.all([
      import("./read/stream-source.ts"),
      import("./tally/stream-tally.ts"),
    ]);
    bytes += await readStreamSource(chunks, (clock) =>
      createStreamTally(cells, formatDay, { fallbackTime, name, ...(clock === undefined ? {} : { clock }) }),
    );
  }

  for (const { name, chunks } of streams) await readStream(name, chunks, Date.now());
  let index = -1;
  for (const path of files) {
    index += 1;
    if (performance.now() - yieldedAt > YIELD_MS) {
      onProgress?.(index, files.length, bytes);
      await new Promise((done) => setImmediate(done));
      yieldedAt = performance.now();
    }
    signal.throwIfAborted();
    try {
      const read = transcripts.read(path, index);
      if (typeof read === "number") bytes += read;
      else if (read === "events") ownEvents.push(path);
      else if (read !== "empty") {
        await readStream(basename(path), normalizeLines(readChunks(path), basename(path)), statSync(path).mtimeMs);
      }
    } catch (error) {
      unread.push({ path, reason: describeFailure(error) });
    }
  }
  const unpriced = new Set<string>();
  sumSessions(sessions, tally, (number, session, own) => {
    settleCosts(sessions, number, session, own, formatDay, unpriced);
    own.forEach(onCell);
    for (const cell of cells.list(session)) {
      // Qwen Code reports no cost, and the list has no prices for its models.
      const isFree = cell.costUsd === 0 && cell.usage.output > 0;
      if (isFree && computeListCost(cell.model, cell.usage) === undefined) unpriced.add(cell.model);
      onCell(cell);
    }
  });
  return { unpriced: [...unpriced].sort(), unread, ownEvents, files: files.length, bytes };
}

/** A readable file fails for one reason only: it is binary. */
function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return "a binary file";
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

const CHUNK_BYTES = 1 << 18;

async function* readChunks(path: string): AsyncIterable<Uint8Array> {
  const handle = openSync(path, "r");
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(handle, chunk, 0, CHUNK_BYTES, null);
      if (count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    closeSync(handle);
  }
}
