// A transcript on stdin or in a pipe. Its cost-states count for what comes before them in the file, so it is put into a
// file of its own first and counted like any other transcript.

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { StatsStream } from "./collect.ts";
import { kindOf } from "./source-kind.ts";

const LOOK_BYTES = 4096;

export interface KeptTranscript {
  readonly file: string;
  remove(): void;
}

/** Returns the stream as it was if it is no transcript. */
export async function keepTranscript({ name, chunks }: StatsStream): Promise<StatsStream | KeptTranscript> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let isOver = false;
  while (start.length < LOOK_BYTES && !isOver) {
    const next = await iterator.next();
    if (next.done === true) isOver = true;
    else start = Buffer.concat([start, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    if (start.length > 0) yield start;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  if (kindOf(start) !== "transcript") return { name, chunks: all() };
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
