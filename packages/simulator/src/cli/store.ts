// Sessions between processes, so that --resume, --continue and --fork-session work: one JSON file for each, in a folder
// of the user's. Files are named by uuids only, replaced as a whole, and bounded in size and number.

import type { StoredSession } from "../engine/types.ts";
import { refuseOwn } from "./refusal.ts";

export interface KeptSession {
  readonly cwd: string;
  /** Of the session's first process. */
  readonly seed: number;
  /** How many processes have worked on it. */
  readonly runs: number;
  readonly session: StoredSession;
}

export interface SessionStore {
  load(id: string): KeptSession | undefined;
  /** The session of this working directory that was saved last. */
  latest(cwd: string): KeptSession | undefined;
  /** Finds a seed whose session is not there yet, and keeps its place. */
  claimSeed(idOf: (seed: number) => string): number;
  save(kept: KeptSession): void;
}

/** For one process, or for sessions that are not to be kept. */
export function createMemoryStore(): SessionStore {
  const sessions = new Map<string, KeptSession>();
  let seed = 0;
  return {
    load: (id) => sessions.get(id),
    latest: (cwd) => [...sessions.values()].findLast((kept) => kept.cwd === cwd),
    claimSeed: () => (seed += 1),
    save(kept) {
      // Behind all others, as the latest.
      sessions.delete(kept.session.id);
      sessions.set(kept.session.id, kept);
    },
  };
}

/** @throws {Refusal} with exit code 2 */
export function refuseStore(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  return refuseOwn(`the folder of the sessions cannot be used: ${reason}. Name another with --simulate-store.`);
}
