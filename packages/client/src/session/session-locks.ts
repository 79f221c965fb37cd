// The locks a session holds. One that goes on with an old session must have it to itself, and is refused before anything
// starts, or, with `continue`, as soon as it is known which one it is; a new session's id is nobody else's, so its lock only
// keeps others away. A CLI that a dead host has left with the session is ended first.

import { ClaudeError } from "../errors.ts";
import type { SessionOptions } from "../options/types.ts";
import { endProgram, reapOrphans } from "../process/reap-orphans.ts";
import { startOf } from "../process/registry.ts";
import { acquireSessionLock, lockedByProgram, type SessionLock } from "./lock.ts";
import type { LockedProgram } from "./lock-file.ts";

/** A program goes on in another session after `/clear`: so many of those it has left stay locked. */
const MAX_HELD = 16;
/** How many sessions one program may open. Each costs a few calls to the disk, and a person types no more `/clear`. */
const MAX_OPENED = 1000;

export interface SessionLocks {
  /** The CLI that has the session open was started. */
  started(pid: number | undefined): void;
  /** The session turned out to be this one. @throws {ClaudeError} `session-locked` */
  own(id: string): void;
  release(): void;
}

/** Rejects with a `ClaudeError` of code `session-locked`. */
export async function createSessionLocks(options: SessionOptions): Promise<SessionLocks> {
  const { resume, continue: continues, fork, sessionId, transport, spawn } = options;
  const held = new Map<string, SessionLock>();
  let program: LockedProgram | undefined;
  let opened = 0;
  // What another transport speaks to keeps its sessions elsewhere.
  const isOurs = transport === undefined && spawn === undefined;
  const acquire = (id: string): LockedProgram | undefined => {
    if (!isOurs || held.has(id)) return undefined;
    const lock = acquireSessionLock(id);
    held.set(id, lock);
    if (program !== undefined) lock.setProgram(program);
    return lock.formerProgram;
  };
  const leaveOldest = (): void => {
    const oldest = held.size > MAX_HELD ? [...held].find(([id]) => !wanted.includes(id)) : undefined;
    oldest?.[1].release();
    if (oldest !== undefined) held.delete(oldest[0]);
  };
  const release = (): void => {
    for (const lock of held.values()) lock.release();
    held.clear();
  };

  const goesOn = (resume !== undefined || continues === true) && fork !== true;
  const wanted = [goesOn ? resume : undefined, sessionId].filter((id) => id !== undefined);
  try {
    const former = wanted.map((id) => [id, acquire(id)] as const);
    // Which session an orphan has is known to it only, unless it stands in a lock.
    if (isOurs && (goesOn || sessionId !== undefined)) await reapOrphans();
    for (const [id, left] of former)
      if (left !== undefined && !(await endProgram(left))) throw lockedByProgram(left, id);
  } catch (error) {
    release();
    throw error;
  }
  return {
    started(pid) {
      if (pid === undefined) return;
      program = { pid, start: startOf(pid) };
      for (const lock of held.values()) lock.setProgram(program);
    },
    own(id) {
      if (!isOurs || held.has(id)) return;
      opened += 1;
      if (opened > MAX_OPENED) throw tooMany(id);
      try {
        const left = acquire(id);
        leaveOldest();
        if (left !== undefined) void endProgram(left);
      } catch (error) {
        // Which one is the last of the folder only the CLI knows. A new id is its own choice, and nobody else's.
        if ((continues === true && fork !== true) || !(error instanceof ClaudeError)) throw error;
      }
    },
    release,
  };
}

function tooMany(id: string): ClaudeError {
  const message = `Claude has opened more than ${MAX_OPENED} sessions in one process, which no known version does. The session was ended; start another one.`;
  return new ClaudeError("protocol-violation", message, { id });
}
