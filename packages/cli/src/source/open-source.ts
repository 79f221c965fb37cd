// Opens stdin or a file. A file may be the plain stdout of a CLI, a transcript (the decoder reads both), or a recording, of
// which only the CLI's stdout is passed on.

import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError, type Io } from "../cli/io.ts";
import { normalizeLines } from "./normalize-lines.ts";
import { followFile } from "./follow-file.ts";
import { openPipe } from "./open-pipe.ts";
import { unwrapRecording } from "./unwrap-recording.ts";

export interface SourceOptions {
  /** Whether to continue at the end of the file until the signal is aborted. */
  readonly follows?: boolean;
  /** Whether to return a recording without unwrapping it. */
  readonly isRaw?: boolean;
  /** Whether to return the bytes unchanged: of a prompt, an image, a schema. */
  readonly isPlain?: boolean;
}

/** With Node's default of 64 KiB, waiting for the disk takes as long as reading. */
const READ_BYTES = 1 << 20;

/** @param path a file, or `-` for stdin. @throws {UsageError} if it cannot be read */
export function openSource(path: string, io: Io, options: SourceOptions = {}): AsyncIterable<Uint8Array> {
  const unwrap = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    if (options.isPlain === true) return chunks;
    const lines = normalizeLines(chunks, path === "-" ? "stdin" : path);
    return options.isRaw === true ? lines : unwrapRecording(lines);
  };
  if (path === "-") return unwrap(readStdin(io));
  const file = resolve(io.cwd, path);
  const isPipe = checkFile(file, path);
  return unwrap(explainErrors(isPipe ? openPipe(file, io.signal) : openFile(file, io, options), path));
}

function openFile(file: string, { signal }: Io, { follows }: SourceOptions): AsyncIterable<Uint8Array> {
  return follows === true ? followFile(file, signal) : createReadStream(file, { highWaterMark: READ_BYTES });
}

/** Returns whether the file is a pipe. */
function checkFile(file: string, path: string): boolean {
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw new UsageError(`${path} is a folder: give a file in it.`);
    return found.isFIFO();
  } catch (error) {
    throw toUsageError(error, path);
  }
}

async function* explainErrors(chunks: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw toUsageError(error, path);
  }
}

function toUsageError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError || code === undefined) return error;
  const message = code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
  return new UsageError(message, undefined, { cause: error });
}

export async function* readStdin({ stdin, signal }: Io): AsyncGenerator<Uint8Array, void, undefined> {
  if (stdin.isTTY === true) {
    throw new UsageError("stdin is a terminal: pipe a stream into it (claude … | unspool …), or give a file.");
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
