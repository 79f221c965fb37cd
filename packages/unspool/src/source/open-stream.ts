// A stream as a person names it, for commands that read the lines of claude: stdin, a file, or a session of this machine.

import type { Io } from "../cli/io.ts";
import { findSource } from "./find-source.ts";
import { openSource, type SourceOptions } from "./open-source.ts";
import { refuseOwnEvents } from "./own-events.ts";

/** @throws {UsageError} if it cannot be read; while it is read, if it holds events of ours */
export async function openStream(word: string, io: Io, options?: SourceOptions): Promise<AsyncIterable<Uint8Array>> {
  return refuseOwnEvents(openSource(await findSource(word, io), io, options), sourceName(word));
}

export function sourceName(word: string): string {
  return word === "-" ? "stdin" : word;
}
