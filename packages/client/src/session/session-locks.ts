// The locks a session holds. One that goes on with an old session must have it to itself, and is refused before anything
// starts, or, with `continue`, as soon as it is known which one it is; a new session's id is nobody else's, so its lock only
// keeps others away.

import { ClaudeError } from "../errors.ts";
import type { SessionOptions } from "../options/types.ts";
import { acquireSessionLock, type SessionLock } from "./lock.ts";

export interface SessionLocks {
  /** The session turned out to be this one. @throws {ClaudeError} `session-locked` */
  own(id: string): void;
  release(): void;
}

/** @throws {ClaudeError} `session-locked` */
export function createSessionLocks(options: SessionOptions): SessionLocks {
  const { resume, continue: continues, fork, sessionId, transport, spawn } = options;
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
        // Which one is the last of the folder only the CLI knows. A new id is its own choice, and nobody else's.
        if ((continues === true && fork !== true) || !(error instanceof ClaudeError)) throw error;
      }
    },
    release() {
      for (const lock of held.values()) lock.release();
      held.clear();
    },
  };
}
