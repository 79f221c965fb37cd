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

/** Makes the id of the session differ from that of the first line. */
const SESSION_ID_MASK = 0x5e5510;
/** Makes the ids of two processes of one session differ. */
const RUN_SEED_STEP = 0x10001;

/** @throws {Refusal} */
export function chooseSession(given: CliArguments, store: SessionStore, cwd: string): SessionStart {
  if (given.sessionId !== undefined && store.load(given.sessionId)?.cwd === cwd) {
    refuse(`Error: Session ID ${given.sessionId} is already in use.`);
  }
  const saved = findSaved(given, store, cwd);
  const runs = saved?.runs ?? 0;
  const firstSeed = chooseFirstSeed(given, saved, store);
  const seed = (firstSeed + runs * RUN_SEED_STEP) >>> 0;
  const isSame = saved !== undefined && !given.forks;
  const sessionId = given.sessionId ?? (isSame ? saved.session.id : toSessionId(seed));
  return {
    sessionId,
    seed,
    resumed: saved?.session,
    save: given.persists ? (session) => store.save({ cwd, seed: firstSeed, runs: runs + 1, session }) : undefined,
  };
}

function findSaved(given: CliArguments, store: SessionStore, cwd: string): SavedSession | undefined {
  const { resume, quirks } = given;
  if (resume === undefined) return undefined;
  if (resume === "latest") return store.latest(cwd);
  const saved = store.load(resume.id);
  const isFound = saved !== undefined && (quirks.resumesAnywhere || saved.cwd === cwd);
  const session =
    isFound && given.resumeAt !== undefined ? rewindSession(saved.session, given.resumeAt) : saved?.session;
  if (isFound && session !== undefined) return { ...saved, session };
  const sentence = isFound
    ? `${quirks.unknownMessage} ${given.resumeAt}`
    : `No conversation found with session ID: ${resume.id}`;
  return refuseSession(sentence, given, resume.id);
}

function chooseFirstSeed(given: CliArguments, saved: SavedSession | undefined, store: SessionStore): number {
  if (given.simulator.seed !== undefined) return given.simulator.seed;
  if (saved !== undefined && !given.forks) return saved.seed;
  // Ids are unique in a store. It counts them up, so that each new store repeats the same ids.
  return given.persists
    ? store.reserveSeed((seed) => toSessionId((seed + (saved?.runs ?? 0) * RUN_SEED_STEP) >>> 0))
    : createRandomSeed();
}

function toSessionId(seed: number): string {
  return createIdentity((seed ^ SESSION_ID_MASK) >>> 0).uuid();
}

function createRandomSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
