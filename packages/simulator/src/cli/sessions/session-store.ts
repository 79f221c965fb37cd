// The session store, for --resume, --continue and --fork-session.

import { getErrorMessage } from "@unspool/protocol/kit";
import type { StoredSession } from "../../engine/sessions/options.ts";
import { refuseMisuse } from "../arguments/refusal.ts";

export interface SavedSession {
  readonly cwd: string;
  /** Seed of the session's first process. */
  readonly seed: number;
  /** Number of processes that have worked on it. */
  readonly runs: number;
  readonly session: StoredSession;
}

export interface SessionStore {
  load(id: string): SavedSession | undefined;
  /** Returns the session of this working directory that was saved last. */
  latest(cwd: string): SavedSession | undefined;
  /** Finds a seed whose session does not exist yet, and reserves it. */
  reserveSeed(idOf: (seed: number) => string): number;
  save(kept: SavedSession): void;
}

/** Creates a store for one process. */
export function createMemoryStore(): SessionStore {
  const sessions = new Map<string, SavedSession>();
  let seed = 0;
  return {
    load: (id) => sessions.get(id),
    latest: (cwd) => [...sessions.values()].findLast((kept) => kept.cwd === cwd),
    reserveSeed: () => (seed += 1),
    save(kept) {
      // Moved to the end, as the latest.
      sessions.delete(kept.session.id);
      sessions.set(kept.session.id, kept);
    },
  };
}

/** @throws {Refusal} with exit code 2 */
export function refuseStore(error: unknown): never {
  const reason = getErrorMessage(error);
  return refuseMisuse(`the session folder cannot be used: ${reason}. Choose another with --simulate-store.`);
}
