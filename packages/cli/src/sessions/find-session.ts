// Finds a session of this machine by its id or a unique beginning of it.

import type { Transcripts, TranscriptSummary } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";

export async function openSessions({ env }: Io): Promise<Transcripts> {
  const { createClaude } = await import("@unspool/client");
  return createClaude({ env: { CLAUDE_CONFIG_DIR: env["CLAUDE_CONFIG_DIR"] } }).sessions;
}

/** Returns the newest file of the session; undefined if no id starts so. @throws {UsageError} if several do */
export async function findSession(all: Transcripts, id: string): Promise<TranscriptSummary | undefined> {
  const matches = new Map<string, TranscriptSummary>();
  for await (const session of all.list()) {
    if (session.id === id) return session;
    if (session.id.startsWith(id) && !matches.has(session.id)) matches.set(session.id, session);
  }
  if (matches.size > 1) throw new UsageError(`${matches.size} sessions start with "${id}": give more of the id.`);
  return [...matches.values()][0];
}
