// Writes pieces of text to stdout or a file, with backpressure. An existing file is overwritten only on request, and an incomplete
// new file is removed.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import { EXIT, UsageError, type Io } from "../cli/io.ts";

export interface WriteOptions {
  /** @default stdout */
  readonly file: string | undefined;
  readonly overwrites: boolean;
}

/** Resolves with the number of bytes. @throws {UsageError} if the file exists or cannot be written */
export async function writeExport(
  pieces: Iterable<string>,
  io: Io,
  { file, overwrites }: WriteOptions,
): Promise<number> {
  return file === undefined ? writeStdout(pieces, io) : writeFile(pieces, io, file, overwrites);
}

/** @throws {UsageError} if the file exists */
export function assertNotExisting(name: string, { cwd }: Io): void {
  if (existsSync(resolve(cwd, name))) throw new UsageError(describeExisting(name));
}

function describeExisting(name: string): string {
  return `${name} exists already: give another name, or add --force.`;
}

async function writeStdout(pieces: Iterable<string>, { stdout, signal }: Io): Promise<number> {
  let bytes = 0;
  for (const piece of batchPieces(pieces)) {
    if (signal.aborted) break;
    bytes += Buffer.byteLength(piece);
    if (!stdout.write(piece)) await once(stdout, "drain", { signal });
  }
  return bytes;
}

async function writeFile(
  pieces: Iterable<string>,
  { cwd, signal }: Io,
  name: string,
  overwrites: boolean,
): Promise<number> {
  const path = resolve(cwd, name);
  const handle = await open(path, overwrites ? "w" : "wx").catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? describeExisting(name) : `${name} cannot be written (${code}).`;
    throw new UsageError(why, undefined, { cause: error });
  });
  let bytes = 0;
  let isDone = false;
  try {
    for (const piece of batchPieces(pieces)) {
      signal.throwIfAborted();
      await handle.appendFile(piece).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        throw new UsageError(`${name} cannot be written (${code}).`, EXIT.failed, { cause: error });
      });
      bytes += Buffer.byteLength(piece);
    }
    isDone = true;
  } finally {
    await handle.close();
    // An existing file is not removed: it may be a device or a link.
    if (!isDone && !overwrites) await unlink(path).catch(() => undefined);
  }
  return bytes;
}

const BATCH_CHARACTERS = 64 * 1024;

/** Joins thousands of small pieces into a few large ones. */
function* batchPieces(pieces: Iterable<string>): Iterable<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}
