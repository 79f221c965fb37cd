// The locks that a session holds. Resuming a session needs its lock: without it, the start fails, or with `continue` the
// session ends as soon as its id is known. The lock of a new session only keeps others away. A CLI that a dead host has left
// with the session is ended first.

import { ClaudeError } from "../../errors.ts";
import type { SessionOptions } from "../../options/options.ts";
import { endProgram, reapOrphans } from "../../process/reap-orphans.ts";
import { getStartTime } from "../../process/registry.ts";
import { acquireSessionLock, createLockedByProgramError, type SessionLock } from "./lock.ts";
import type { LockedProgram } from "./lock-file.ts";

/** `/clear` opens another session in the same process. This many of the former ones stay locked. */
const MAX_HELD = 16;
/** Sessions that one process may open. Each costs a few calls to the disk, and nobody types `/clear` more often. */
const MAX_OPENED = 1000;

export interface SessionLocks {
  /** The process of the session has been started. */
  started(pid: number | undefined): void;
  /** The CLI has reported the id of the session. @throws {ClaudeError} `session-locked` */
  own(id: string): void;
  release(): void;
}

/** Acquires the locks. Rejects with a `ClaudeError` of code `session-locked`. */
export async function createSessionLocks(options: SessionOptions): Promise<SessionLocks> {
  const { resume, continue: continues, fork, sessionId, transport, spawn } = options;
  const held = new Map<string, SessionLock>();
  let program: LockedProgram | undefined;
  let opened = 0;
  // A custom transport keeps its sessions elsewhere.
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
    // An orphan may have the session open without being named in a lock.
    if (isOurs && (goesOn || sessionId !== undefined)) await reapOrphans();
    for (const [id, left] of former)
      if (left !== undefined && !(await endProgram(left))) throw createLockedByProgramError(left, id);
  } catch (error) {
    release();
    throw error;
  }
  return {
    started(pid) {
      if (pid === undefined) return;
      program = { pid, start: getStartTime(pid) };
      for (const lock of held.values()) lock.setProgram(program);
    },
    own(id) {
      if (!isOurs || held.has(id)) return;
      opened += 1;
      if (opened > MAX_OPENED) throw createTooManyError(id);
      try {
        const left = acquire(id);
        leaveOldest();
        if (left !== undefined) void endProgram(left);
      } catch (error) {
        // With `continue`, only the CLI knows the last session of the folder. In other cases the id is new, and not in use.
        if ((continues === true && fork !== true) || !(error instanceof ClaudeError)) throw error;
      }
    },
    release,
  };
}

function createTooManyError(id: string): ClaudeError {
  const message = `Claude has opened more than ${MAX_OPENED} sessions in one process, which no known version does. The session was ended; start another one.`;
  return new ClaudeError("protocol-violation", message, { id });
}
