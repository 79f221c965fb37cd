// Chooses the session of a process: a new one, a resumed one, or a fork.

import { createIdentity } from "../../engine/identity.ts";
import { rewindSession } from "../../engine/sessions/resume-points.ts";
import type { StoredSession } from "../../engine/sessions/options.ts";
import type { CliArguments } from "../arguments/arguments.ts";
import { refuse } from "../arguments/refusal.ts";
import { refuseSession } from "../arguments/refuse-session.ts";
import type { SavedSession, SessionStore } from "./session-store.ts";

export interface SessionStart {
  readonly sessionId: string;
  readonly seed: number;
  readonly resumed: StoredSession | undefined;
  readonly save: ((session: StoredSession) => void) | undefined;
}

/** Separates the session's id from the id of the first line. */
const SEED_OF_SESSION = 0x5e5510;
/** Keeps the ids of two processes of one session apart. */
const SEED_OF_NEXT_RUN = 0x10001;

/** @throws {Refusal} */
export function startSession(given: CliArguments, store: SessionStore, cwd: string): SessionStart {
  if (given.sessionId !== undefined && store.load(given.sessionId)?.cwd === cwd) {
    refuse(`Error: Session ID ${given.sessionId} is already in use.`);
  }
  const kept = findSaved(given, store, cwd);
  const runs = kept?.runs ?? 0;
  const first = chooseFirstSeed(given, kept, store);
  const seed = (first + runs * SEED_OF_NEXT_RUN) >>> 0;
  const isSame = kept !== undefined && !given.forks;
  const sessionId = given.sessionId ?? (isSame ? kept.session.id : toSessionId(seed));
  return {
    sessionId,
    seed,
    resumed: kept?.session,
    save: given.persists ? (session) => store.save({ cwd, seed: first, runs: runs + 1, session }) : undefined,
  };
}

function findSaved(given: CliArguments, store: SessionStore, cwd: string): SavedSession | undefined {
  const { resume, quirks } = given;
  if (resume === undefined) return undefined;
  if (resume === "latest") return store.latest(cwd);
  const kept = store.load(resume.id);
  const isFound = kept !== undefined && (quirks.resumesAnywhere || kept.cwd === cwd);
  const session = isFound && given.resumeAt !== undefined ? rewindSession(kept.session, given.resumeAt) : kept?.session;
  if (isFound && session !== undefined) return { ...kept, session };
  const sentence = isFound
    ? `${quirks.unknownMessage} ${given.resumeAt}`
    : `No conversation found with session ID: ${resume.id}`;
  return refuseSession(sentence, given, resume.id);
}

function chooseFirstSeed(given: CliArguments, kept: SavedSession | undefined, store: SessionStore): number {
  if (given.simulator.seed !== undefined) return given.simulator.seed;
  if (kept !== undefined && !given.forks) return kept.seed;
  // Two sessions must not share an id. A store counts them, so a new store yields the same ids again.
  return given.persists
    ? store.reserveSeed((seed) => toSessionId((seed + (kept?.runs ?? 0) * SEED_OF_NEXT_RUN) >>> 0))
    : createRandomSeed();
}

function toSessionId(seed: number): string {
  return createIdentity((seed ^ SEED_OF_SESSION) >>> 0).uuid();
}

function createRandomSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
