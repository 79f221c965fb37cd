// Which session a process works on: a new one, an old one, or a copy of an old one.

import { createIdentity } from "../engine/identity.ts";
import { sessionAt } from "../engine/marks.ts";
import type { StoredSession } from "../engine/types.ts";
import type { CliArguments } from "./arguments.ts";
import { refuse } from "./refusal.ts";
import { refuseSession } from "./refuse-session.ts";
import type { KeptSession, SessionStore } from "./store.ts";

export interface SessionStart {
  readonly sessionId: string;
  readonly seed: number;
  readonly resumed: StoredSession | undefined;
  readonly save: ((session: StoredSession) => void) | undefined;
}

/** The session's id has a chance of its own, so that it is not the id of the first line, too. */
const SEED_OF_SESSION = 0x5e5510;
/** Far enough apart that two processes of one session share no ids. */
const SEED_OF_NEXT_RUN = 0x10001;

/** @throws {Refusal} */
export function startSession(given: CliArguments, store: SessionStore, cwd: string): SessionStart {
  if (given.sessionId !== undefined && store.load(given.sessionId)?.cwd === cwd) {
    refuse(`Error: Session ID ${given.sessionId} is already in use.`);
  }
  const kept = findKept(given, store, cwd);
  const runs = kept?.runs ?? 0;
  const first = firstSeed(given, kept, store);
  const seed = (first + runs * SEED_OF_NEXT_RUN) >>> 0;
  const isSame = kept !== undefined && !given.forks;
  const sessionId = given.sessionId ?? (isSame ? kept.session.id : idOf(seed));
  return {
    sessionId,
    seed,
    resumed: kept?.session,
    save: given.persists ? (session) => store.save({ cwd, seed: first, runs: runs + 1, session }) : undefined,
  };
}

function findKept(given: CliArguments, store: SessionStore, cwd: string): KeptSession | undefined {
  const { resume, manners } = given;
  if (resume === undefined) return undefined;
  if (resume === "latest") return store.latest(cwd);
  const kept = store.load(resume.id);
  const isFound = kept !== undefined && (manners.resumesAnywhere || kept.cwd === cwd);
  const session = isFound && given.resumeAt !== undefined ? sessionAt(kept.session, given.resumeAt) : kept?.session;
  if (isFound && session !== undefined) return { ...kept, session };
  const sentence = isFound
    ? `${manners.unknownMessage} ${given.resumeAt}`
    : `No conversation found with session ID: ${resume.id}`;
  return refuseSession(sentence, given, resume.id);
}

function firstSeed(given: CliArguments, kept: KeptSession | undefined, store: SessionStore): number {
  if (given.own.seed !== undefined) return given.own.seed;
  if (kept !== undefined && !given.forks) return kept.seed;
  // Two sessions must not have one id. A store counts them, so in a fresh one the same ids come again.
  return given.persists
    ? store.claimSeed((seed) => idOf((seed + (kept?.runs ?? 0) * SEED_OF_NEXT_RUN) >>> 0))
    : randomSeed();
}

function idOf(seed: number): string {
  return createIdentity((seed ^ SEED_OF_SESSION) >>> 0).uuid();
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
