// A file or stdin as a recording.

import { readRecording, type Recording } from "@unspool/client";
import type { Io } from "../cli/io.ts";
import { asLines } from "../source/as-lines.ts";
import { openSource } from "../source/open-source.ts";
import { firstObject, isOwnEvent, ownEventsProblem } from "../source/own-events.ts";
import { sourceName } from "../source/open-stream.ts";

/** @throws {UsageError} if there is no such file @throws {ClaudeError} `replay-mismatch` if it is no recording */
export async function openRecording(file: string, io: Io): Promise<Recording> {
  const chunks: Uint8Array[] = [];
  // Looked at while it is read: a device such as /dev/zero has no end.
  for await (const chunk of asLines(openSource(file, io, { isPlain: true }), sourceName(file))) chunks.push(chunk);
  io.signal.throwIfAborted();
  const bytes = Buffer.concat(chunks);
  if (isOwnEvent(firstObject(bytes, true) ?? "")) throw ownEventsProblem(sourceName(file));
  return readRecording(bytes);
}
