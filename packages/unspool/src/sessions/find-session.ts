// A session of this machine by its id, or by as much of it as tells it from all others.

import type { Transcripts, TranscriptSummary } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";

export async function sessionsOf({ env }: Io): Promise<Transcripts> {
  const { createClaude } = await import("@unspool/client");
  return createClaude({ env: { CLAUDE_CONFIG_DIR: env["CLAUDE_CONFIG_DIR"] } }).sessions;
}

/** The newest file of it; undefined: none begins so. @throws {UsageError} if several do */
export async function findSession(all: Transcripts, id: string): Promise<TranscriptSummary | undefined> {
  const fitting = new Map<string, TranscriptSummary>();
  for await (const session of all.list()) {
    if (session.id === id) return session;
    if (session.id.startsWith(id) && !fitting.has(session.id)) fitting.set(session.id, session);
  }
  if (fitting.size > 1) throw new UsageError(`${fitting.size} sessions begin with "${id}": give more of it.`);
  return [...fitting.values()][0];
}
