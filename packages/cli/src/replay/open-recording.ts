// Reads a recording from a file or stdin.

import { readRecording, type Recording } from "@unspool/client";
import type { Io } from "../cli/io.ts";
import { normalizeLines } from "../source/normalize-lines.ts";
import { openSource } from "../source/open-source.ts";
import { findFirstObject, isOwnEvent, createOwnEventsError } from "../source/own-events.ts";
import { getSourceName } from "../source/open-stream.ts";

/** @throws {UsageError} if the file cannot be read @throws {ClaudeError} `replay-mismatch` if it is not a recording */
export async function openRecording(file: string, io: Io): Promise<Recording> {
  const chunks: Uint8Array[] = [];
  // Checked while reading: a device such as /dev/zero has no end.
  for await (const chunk of normalizeLines(openSource(file, io, { isPlain: true }), getSourceName(file)))
    chunks.push(chunk);
  io.signal.throwIfAborted();
  const bytes = Buffer.concat(chunks);
  if (isOwnEvent(findFirstObject(bytes, true) ?? "")) throw createOwnEventsError(getSourceName(file));
  return readRecording(bytes);
}
