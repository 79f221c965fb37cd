// The lines of a file, read piece by piece: memory holds one piece and one line, whatever the size of the file.

import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

const LF = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a file to be read, and nothing else: a named pipe without a writer would hold the reader up for ever. Where there is
 * no such flag (Windows), there are no such pipes either.
 */
export async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error("it is no regular file");
}

/** Pieces of the file that end with a line, each with the number of its first line. A last line may lack its LF. */
export async function* fileRegions(
  file: string,
  maxLineBytes: number,
  onSkipped: (line: number) => void,
): AsyncGenerator<{ readonly bytes: Buffer; readonly firstLine: number }, void, undefined> {
  const handle = await openRegular(file);
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

export interface Ends {
  /** Whole lines from the beginning. */
  readonly head: readonly string[];
  /** Whole lines up to the end; empty if the head is all there is. */
  readonly tail: readonly string[];
  /** Bytes of the head's lines. */
  readonly headBytes: number;
  readonly isWhole: boolean;
}

/** The first and last lines of a file, without what is between. */
export async function readEnds(file: string, sizeBytes: number, headBytes: number, tailBytes: number): Promise<Ends> {
  const handle = await openRegular(file);
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

/** So many bytes from there, or as many as there are. */
async function readAt(handle: FileHandle, position: number | null, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, position === null ? null : position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
    // A stream of regions need not be full to be useful.
    if (position === null) break;
  }
  return buffer.subarray(0, read);
}
