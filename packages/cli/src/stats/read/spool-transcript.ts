// Copies a transcript from stdin or a pipe into a temporary file: a cost-state applies to the lines before it, so the
// transcript is counted as a file, like any other.

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { detectSourceKind } from "../../source/source-kind.ts";

const DETECTION_BYTES = 4096;

export interface StatsStream {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface SpooledTranscript {
  readonly file: string;
  remove(): void;
}

/** Returns the stream unchanged if it is not a transcript. */
export async function spoolTranscript({ name, chunks }: StatsStream): Promise<StatsStream | SpooledTranscript> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let hasEnded = false;
  while (start.length < DETECTION_BYTES && !hasEnded) {
    const next = await iterator.next();
    if (next.done === true) hasEnded = true;
    else start = Buffer.concat([start, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    if (start.length > 0) yield start;
    if (!hasEnded) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  if (detectSourceKind(start) !== "transcript") return { name, chunks: all() };
  const folder = mkdtempSync(join(tmpdir(), "unspool-stats-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, `${basename(name)}.jsonl`);
  try {
    await pipeline(Readable.from(all()), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    remove();
    throw error;
  }
  return { file, remove };
}
