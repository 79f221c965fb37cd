// Merges the files of a session into one stream of lines, by time: an agent's lines are between its call and its result.
// Within a file the order is kept. No file is held open, so the number of agents is not limited.

import { parseObject } from "@unspool/protocol/kit";
import { readTime } from "./entry.ts";
import { openRegularFile } from "./file-lines.ts";

const LF = 0x0a;
const READ_BYTES = 256 * 1024;
const PIECE_BYTES = 64 * 1024;
/** A longer line is passed on in chunks, without lines of other files between them. */
const MAX_LINE_BYTES = 64 << 20;
const TIMESTAMP = Buffer.from('"timestamp":"');
const LINE_END: Uint8Array = Buffer.from("\n");

/** A position in a file of the session, from which reading continues. */
export interface FileCursor {
  readonly path: string;
  /** The time of the next line; a guess before the first read. */
  time: number;
  /** Whole lines that were read, and how many of them were returned. */
  lines: readonly Buffer[];
  given: number;
  /** The start of a line whose end has not been read. */
  rest: Buffer[];
  restBytes: number;
  place: number;
  /** Whether the position is within a line that is longer than the limit. */
  isInLine: boolean;
}

export function createCursor(path: string, startedAt: number): FileCursor {
  return { path, time: startedAt, lines: [], given: 0, rest: [], restBytes: 0, place: 0, isInLine: false };
}

/**
 * Reads the current content of the files. Of lines with the same time, that of the first cursor comes first.
 * @param isLast whether to return a last line without an end
 * @param onMissing called for a file that cannot be read; the file is skipped if this returns
 */
export async function* mergeLines(
  cursors: readonly FileCursor[],
  isLast: boolean,
  onMissing: (cursor: FileCursor, error: unknown) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let open = [...cursors];
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  while (open.length > 0) {
    const next =
      open.find(({ isInLine }) => isInLine) ?? open.reduce((one, other) => (other.time < one.time ? other : one));
    const line = await tryToTake(next, isLast, onMissing);
    if (line === undefined) {
      open = open.filter((cursor) => cursor !== next);
      continue;
    }
    // The guessed time may have been too early.
    if (line === "later") continue;
    pieces.push(line);
    bytes += line.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

async function tryToTake(
  cursor: FileCursor,
  isLast: boolean,
  onMissing: (cursor: FileCursor, error: unknown) => void,
): Promise<Uint8Array | "later" | undefined> {
  try {
    if (cursor.given < cursor.lines.length) return take(cursor);
    const hasMore = await readMore(cursor, isLast);
    return hasMore ? "later" : undefined;
  } catch (error) {
    onMissing(cursor, error);
    return undefined;
  }
}

function take(cursor: FileCursor): Uint8Array {
  const line = cursor.lines[cursor.given] as Buffer;
  cursor.given += 1;
  setTime(cursor);
  return line;
}

/** A line without a time, or with an earlier one, gets the time of the line before it. */
function setTime(cursor: FileCursor): void {
  const next = cursor.lines[cursor.given];
  if (next !== undefined) cursor.time = Math.max(cursor.time, readLineTime(next) ?? cursor.time);
}

/** Reads the next chunk. Returns whether there is a line. */
async function readMore(cursor: FileCursor, isLast: boolean): Promise<boolean> {
  for (;;) {
    const chunk = await readAt(cursor);
    if (chunk.length === 0) {
      if (!isLast || cursor.restBytes === 0) return false;
      return give(cursor, [Buffer.concat([...cursor.rest, LINE_END])]);
    }
    cursor.place += chunk.length;
    const end = chunk.lastIndexOf(LF) + 1;
    if (end === 0) {
      cursor.rest.push(chunk);
      cursor.restBytes += chunk.length;
      if (cursor.restBytes <= MAX_LINE_BYTES) continue;
      const isGiven = give(cursor, cursor.rest);
      cursor.isInLine = true;
      return isGiven;
    }
    const whole = Buffer.concat([...cursor.rest, chunk.subarray(0, end)]);
    const isGiven = give(cursor, splitLines(whole));
    cursor.rest = end < chunk.length ? [chunk.subarray(end)] : [];
    cursor.restBytes = chunk.length - end;
    return isGiven;
  }
}

function give(cursor: FileCursor, lines: readonly Buffer[]): boolean {
  cursor.lines = lines;
  cursor.given = 0;
  cursor.rest = [];
  cursor.restBytes = 0;
  cursor.isInLine = false;
  setTime(cursor);
  return true;
}

async function readAt(cursor: FileCursor): Promise<Buffer> {
  const handle = await openRegularFile(cursor.path);
  try {
    const { size } = await handle.stat();
    // The file was truncated, so it is read from the start again.
    if (size < cursor.place) Object.assign(cursor, { place: 0, rest: [], restBytes: 0 });
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, Math.max(0, size - cursor.place)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, cursor.place);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function splitLines(whole: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < whole.length;) {
    const end = whole.indexOf(LF, from) + 1;
    lines.push(whole.subarray(from, end));
    from = end;
  }
  return lines;
}

/** A line with the key only once need not be parsed. */
function readLineTime(line: Buffer): number | undefined {
  const at = line.indexOf(TIMESTAMP);
  if (at < 0) return undefined;
  if (line.indexOf(TIMESTAMP, at + 1) >= 0) return readTime(parseObject(line.toString("utf8")) ?? {});
  const start = at + TIMESTAMP.length;
  const time = Date.parse(line.toString("latin1", start, line.indexOf('"', start)));
  return Number.isNaN(time) ? undefined : time;
}
