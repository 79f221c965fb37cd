// A file or stdin as a recording.

import { readRecording, type Recording } from "@unspool/client";
import type { Io } from "../cli/io.ts";
import { readFile } from "../run/read-prompt.ts";
import { linesOfBytes } from "../source/as-lines.ts";
import { firstObject, isOwnEvent, ownEventsProblem } from "../source/own-events.ts";
import { sourceName } from "../source/open-stream.ts";

/** @throws {UsageError} if there is no such file @throws {ClaudeError} `replay-mismatch` if it is no recording */
export async function openRecording(file: string, io: Io): Promise<Recording> {
  const bytes = await linesOfBytes(await readFile(file, io), sourceName(file));
  if (isOwnEvent(firstObject(bytes, true) ?? "")) throw ownEventsProblem(sourceName(file));
  return readRecording(bytes);
}
