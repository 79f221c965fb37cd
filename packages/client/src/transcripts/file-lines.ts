// Reads the lines of a file in chunks: memory holds one chunk and one line, for files of any size.

import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

const LF = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a regular file for reading, and nothing else: a named pipe without a writer would block the reader for ever. Windows
 * has neither the flag nor such pipes.
 */
export async function openRegularFile(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error("it is not a regular file");
}

/** Yields chunks of whole lines, each with the number of its first line. The last line may lack its LF. */
export async function* readFileRegions(
  file: string,
  maxLineBytes: number,
  onSkipped: (line: number) => void,
): AsyncGenerator<{ readonly bytes: Buffer; readonly firstLine: number }, void, undefined> {
  const handle = await openRegularFile(file);
  try {
    let rest: Buffer[] = [];
    let restBytes = 0;
    let line = 1;
    let isSkipping = false;
    for (;;) {
      const chunk = await readAt(handle, null, CHUNK_BYTES);
      if (chunk.length === 0) break;
      const last = chunk.lastIndexOf(LF);
      const first = isSkipping ? chunk.indexOf(LF) + 1 : 0;
      if (last === -1) {
        if (isSkipping) continue;
        rest.push(chunk);
        restBytes += chunk.length;
        if (restBytes <= maxLineBytes) continue;
        isSkipping = true;
        rest = [];
        restBytes = 0;
        onSkipped(line);
        continue;
      }
      if (isSkipping) line++;
      isSkipping = false;
      const region = Buffer.concat([...rest, chunk.subarray(first, last + 1)]);
      if (region.length > 0) yield { bytes: region, firstLine: line };
      line += countLines(region);
      rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
      restBytes = chunk.length - last - 1;
    }
    if (restBytes > 0) yield { bytes: Buffer.concat(rest), firstLine: line };
  } finally {
    await handle.close();
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

export interface HeadAndTail {
  /** Whole lines from the start. */
  readonly head: readonly string[];
  /** Whole lines up to the end; empty if the head is the whole file. */
  readonly tail: readonly string[];
  /** Number of bytes in the head's lines. */
  readonly headBytes: number;
  readonly isWhole: boolean;
}

/** Reads the first and last lines of a file, without those between. */
export async function readHeadAndTail(
  file: string,
  sizeBytes: number,
  headBytes: number,
  tailBytes: number,
): Promise<HeadAndTail> {
  const handle = await openRegularFile(file);
  try {
    const head = await readAt(handle, 0, Math.min(headBytes, sizeBytes));
    const isWhole = head.length >= sizeBytes;
    const end = isWhole ? head.length : head.lastIndexOf(LF) + 1;
    const lines = head.toString("utf8", 0, end).split("\n");
    if (isWhole) return { head: lines, tail: [], headBytes: end, isWhole };
    const from = Math.max(end, sizeBytes - tailBytes);
    const tail = await readAt(handle, from, sizeBytes - from);
    const start = from === end ? 0 : tail.indexOf(LF) + 1;
    const tailText = from !== end && start === 0 ? "" : tail.toString("utf8", start);
    return { head: lines, tail: tailText.split("\n"), headBytes: end, isWhole: from === end };
  } finally {
    await handle.close();
  }
}

/** Reads up to `length` bytes from the position. */
async function readAt(handle: FileHandle, position: number | null, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, position === null ? null : position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
    // A read may return fewer bytes than requested.
    if (position === null) break;
  }
  return buffer.subarray(0, read);
}
