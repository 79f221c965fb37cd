// Opens a transcript together with the files of its agents.

import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { listAgentFiles } from "./agent-files.ts";
import { openSessions } from "../sessions/find-session.ts";
import { detectSourceKind } from "./source-kind.ts";
import { findSource } from "./find-source.ts";
import { tryStat } from "./try-stat.ts";

const DETECTION_BYTES = 4096;

export interface OpenedSession {
  readonly file: string;
  readonly events: AsyncIterable<Event>;
}

/** Returns undefined for stdin and for a file that is not a transcript: those are read as streams. */
export async function openSession(arg: string, io: Io, follows = false): Promise<OpenedSession | undefined> {
  const source = await findSource(arg, io);
  const file = resolve(io.cwd, source);
  if (source === "-" || !isTranscript(file)) return undefined;
  if (!follows && listAgentFiles(file).length === 0) return undefined;
  const reading = (await openSessions(io)).read({ file });
  return { file, events: follows ? reading.follow(io.signal) : reading.events };
}

/** Returns the path of a transcript, whose cost can be counted. */
export function findTranscriptFile(source: string, { cwd }: Io): string | undefined {
  const file = resolve(cwd, source);
  return source !== "-" && isTranscript(file) ? file : undefined;
}

function isTranscript(file: string): boolean {
  if (!file.endsWith(".jsonl") || tryStat(file)?.isFile() !== true) return false;
  try {
    const handle = openSync(file, "r");
    try {
      const start = Buffer.alloc(DETECTION_BYTES);
      return detectSourceKind(start.subarray(0, readSync(handle, start))) === "transcript";
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}
