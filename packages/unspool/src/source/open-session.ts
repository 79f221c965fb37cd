// A transcript with everything that belongs to it: agents have files of their own beside the session's.

import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { agentFilesOf } from "../export/session-files.ts";
import { sessionsOf } from "../sessions/find-session.ts";
import { kindOf } from "../stats/source-kind.ts";
import { findSource } from "./find-source.ts";
import { statOf } from "./stat-of.ts";

const LOOK_BYTES = 4096;

export interface OpenedSession {
  readonly file: string;
  readonly events: AsyncIterable<Event>;
}

/** Returns undefined for stdin, and for a file that is no transcript: that is read as a stream. */
export async function openSession(word: string, io: Io, follows = false): Promise<OpenedSession | undefined> {
  const source = await findSource(word, io);
  const file = resolve(io.cwd, source);
  if (source === "-" || !isTranscript(file)) return undefined;
  if (!follows && agentFilesOf(file).length === 0) return undefined;
  const reading = (await sessionsOf(io)).read({ file });
  return { file, events: follows ? reading.follow(io.signal) : reading.events };
}

/** The path of a transcript, whose cost can be counted. */
export function transcriptFile(source: string, { cwd }: Io): string | undefined {
  const file = resolve(cwd, source);
  return source !== "-" && isTranscript(file) ? file : undefined;
}

function isTranscript(file: string): boolean {
  if (!file.endsWith(".jsonl") || statOf(file)?.isFile() !== true) return false;
  try {
    const handle = openSync(file, "r");
    try {
      const start = Buffer.alloc(LOOK_BYTES);
      return kindOf(start.subarray(0, readSync(handle, start))) === "transcript";
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}
