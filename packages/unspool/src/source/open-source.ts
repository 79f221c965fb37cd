// Where a stream comes from: stdin, or a file. A file may be the plain stdout of a CLI, one of its transcripts (the decoder
// reads both), or a recording of ours, of which only what the CLI said is passed on.

import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError, type Io } from "../cli/io.ts";
import { asLines } from "./as-lines.ts";
import { follow } from "./follow.ts";
import { openPipe } from "./open-pipe.ts";
import { unwrapRecording } from "./unwrap-recording.ts";

export interface SourceOptions {
  /** Goes on when the end of the file is reached, until the signal is aborted. */
  readonly follows?: boolean;
  /** Recordings come as they are, line by line of the file. */
  readonly isRaw?: boolean;
  /** No stream: a prompt, a picture, a schema. Every byte comes as it is. */
  readonly isPlain?: boolean;
}

/** With Node's 64 KiB, waiting for the disk takes as long as the reading. */
const READ_BYTES = 1 << 20;

/** @param path a file, or `-` for stdin. @throws {UsageError} if it cannot be read */
export function openSource(path: string, io: Io, options: SourceOptions = {}): AsyncIterable<Uint8Array> {
  const unwrap = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    if (options.isPlain === true) return chunks;
    const lines = asLines(chunks, path === "-" ? "stdin" : path);
    return options.isRaw === true ? lines : unwrapRecording(lines);
  };
  if (path === "-") return unwrap(readStdin(io));
  const file = resolve(io.cwd, path);
  const isPipe = checkFile(file, path);
  return unwrap(explained(isPipe ? openPipe(file, io.signal) : openFile(file, io, options), path));
}

function openFile(file: string, { signal }: Io, { follows }: SourceOptions): AsyncIterable<Uint8Array> {
  return follows === true ? follow(file, signal) : createReadStream(file, { highWaterMark: READ_BYTES });
}

/** @returns whether it is a pipe, which is followed by reading it */
function checkFile(file: string, path: string): boolean {
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw new UsageError(`${path} is a folder: give a file of it.`);
    return found.isFIFO();
  } catch (error) {
    throw problemOf(error, path);
  }
}

async function* explained(chunks: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw problemOf(error, path);
  }
}

function problemOf(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError || code === undefined) return error;
  const message = code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
  return new UsageError(message, undefined, { cause: error });
}

export async function* readStdin({ stdin, signal }: Io): AsyncGenerator<Uint8Array, void, undefined> {
  if (stdin.isTTY === true) {
    throw new UsageError("Nothing comes on stdin: pipe a stream into it (claude … | unspool …), or give a file.");
  }
  const stop = (): void => void stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stdin as AsyncIterable<Uint8Array | string>) {
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
