// Opens the stream that an argument names: stdin, a file, or a session of this machine.

import type { Io } from "../cli/io.ts";
import { findSource } from "./find-source.ts";
import { openSource, type SourceOptions } from "./open-source.ts";
import { rejectOwnEvents } from "./own-events.ts";

/** @throws {UsageError} if it cannot be read, or while reading if it contains events of unspool */
export async function openStream(arg: string, io: Io, options?: SourceOptions): Promise<AsyncIterable<Uint8Array>> {
  return rejectOwnEvents(openSource(await findSource(arg, io), io, options), getSourceName(arg));
}

export function getSourceName(arg: string): string {
  return arg === "-" ? "stdin" : arg;
}
