// The locks a session holds. One that goes on with an old session must have it to itself, and is refused before anything
// starts; a new session's id is nobody else's, so its lock only keeps others away.

import { ClaudeError } from "../errors.ts";
import type { SessionOptions } from "../options/types.ts";
import { acquireSessionLock, type SessionLock } from "./lock.ts";

export interface SessionLocks {
  /** The session turned out to be this one. */
  own(id: string): void;
  release(): void;
}

/** @throws {ClaudeError} `session-locked` */
export function createSessionLocks({ resume, fork, sessionId, transport, spawn }: SessionOptions): SessionLocks {
  const held = new Map<string, SessionLock>();
  // What another transport speaks to keeps its sessions elsewhere.
  const isOurs = transport === undefined && spawn === undefined;
  const acquire = (id: string): void => {
    if (isOurs && !held.has(id)) held.set(id, acquireSessionLock(id));
  };
  if (resume !== undefined && fork !== true) acquire(resume);
  if (sessionId !== undefined) acquire(sessionId);
  return {
    own(id) {
      try {
        acquire(id);
      } catch (error) {
        // Told by `resume` already, if it matters: `continue` and new ids are the CLI's own choice.
        if (!(error instanceof ClaudeError)) throw error;
      }
    },
    release() {
      for (const lock of held.values()) lock.release();
      held.clear();
    },
  };
}
