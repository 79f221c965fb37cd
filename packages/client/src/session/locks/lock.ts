// One owner per session id on this machine, because two CLIs that resume the same session overwrite each other's transcript.
// A lock is a file that is created atomically (a hard link), names its owner, and is taken over when the owner is gone.

import { createHash, randomUUID } from "node:crypto";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { ClaudeError } from "../../errors.ts";
import { createFolder } from "../../process/create-folder.ts";
import { getPidScope } from "../../process/process-table.ts";
import { findStateDirectory } from "../../process/state-directory.ts";
import {
  create,
  isAlive,
  type LockedProgram,
  type Owner,
  read,
  remove,
  removeIfOwn,
  replace,
  describeThisProcess,
} from "./lock-file.ts";

export interface SessionLock {
  /** False if the file system did not allow a lock: then nothing is locked. */
  readonly isHeld: boolean;
  /** The CLI of the former, dead owner. It may still run, and stays in the lock until `setProgram`. */
  readonly formerProgram: LockedProgram | undefined;
  /** Records which CLI has the session open. */
  setProgram(program: LockedProgram): void;
  /** Releases the lock. A second call does nothing. */
  release(): void;
}

export interface SessionLockOptions {
  /** The folder of the locks. @default `locks` in the state folder */
  readonly dir?: string;
}

/** @throws {ClaudeError} `session-locked`, with the owner's pid in the details; `start-failed` without a free descriptor. */
export function acquireSessionLock(id: string, options: SessionLockOptions = {}): SessionLock {
  const dir = options.dir ?? join(findStateDirectory(process.env, process.platform, homedir()), "locks");
  // Pids of another boot, container or machine mean nothing here, so its locks have other names. The id is never a path.
  const name = createHash("sha256").update(`${hostname()}\0${getPidScope()}\0${id}`).digest("hex").slice(0, 40);
  const path = join(dir, `${name}.lock`);
  const owner = describeThisProcess(id, randomUUID());
  let formerProgram: LockedProgram | undefined;
  try {
    createFolder(dir);
    formerProgram = acquire(path, owner, 0);
  } catch (error) {
    if (error instanceof ClaudeError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    // Descriptors may be free again when the CLI starts, which then would run without a lock.
    if (code === "EMFILE" || code === "ENFILE") throw createNoDescriptorError(id, code);
    return { isHeld: false, formerProgram, setProgram() {}, release() {} };
  }
  const release = (): void => {
    held.delete(release);
    removeIfOwn(path, owner.token);
  };
  releaseAtExit(release);
  const setProgram = (program: LockedProgram): void => {
    try {
      if (held.has(release)) replace(path, { ...owner, program });
    } catch {
      // The lock holds without it, and the registry knows the program too.
    }
  };
  return { isHeld: true, formerProgram, setProgram, release };
}

const held = new Set<() => void>();
let isListening = false;

function releaseAtExit(release: () => void): void {
  held.add(release);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => {
    for (const each of held) each();
  });
}

/** Taking a lock over needs a few system calls, so a process that takes longer than all tries is stuck. */
const MAX_TRIES = 400;
const PAUSE_MS = 5;
const MAX_DEPTH = 8;

/**
 * Acquires the lock. A stale file is replaced only by the holder of a second lock, which is named by the stale token, so
 * that two processes never replace it at once. The second lock can be stale too, and is then taken over the same way.
 * Returns the CLI of the former owner.
 */
function acquire(path: string, owner: Owner, depth: number): LockedProgram | undefined {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (create(path, owner)) return undefined;
    const other = read(path);
    if (other === undefined) continue;
    // A live owner of the session means failure. A live owner of a second lock is done in a moment.
    if (isAlive(other)) {
      if (depth === 0) throw createLockedError(other, owner.id);
      pause();
    } else if (depth < MAX_DEPTH && takeOver(path, other, owner, depth)) return other.program;
    else pause();
  }
  throw createLockedError(read(path), owner.id);
}

function takeOver(path: string, stale: Owner, owner: Owner, depth: number): boolean {
  const takeoverPath = `${path}.${stale.token}`;
  const holder = { ...owner, token: randomUUID() };
  acquire(takeoverPath, holder, depth + 1);
  try {
    if (read(path)?.token !== stale.token) return false;
    // Keeps the former CLI in the lock, in case this process dies before that CLI has ended.
    replace(path, stale.program === undefined ? owner : { ...owner, program: stale.program });
    return true;
  } finally {
    remove(takeoverPath);
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS + Math.random() * PAUSE_MS);
}

function createNoDescriptorError(id: string, code: string): ClaudeError {
  const message = `Session ${id} cannot be locked: no file descriptor is free (${code}: too many open files); close some files or sessions, or raise \`ulimit -n\`.`;
  return new ClaudeError("start-failed", message, { id, code });
}

export function createLockedByProgramError({ pid }: LockedProgram, id: string): ClaudeError {
  const message = `Session ${id} is still open in a Claude Code of a host that has died (process ${pid}), which could not be ended: end it, or go on in a copy with fork.`;
  return new ClaudeError("session-locked", message, { id, pid });
}

function createLockedError(owner: Owner | undefined, id: string): ClaudeError {
  const who = owner === undefined ? "another process" : `process ${owner.pid}`;
  return new ClaudeError(
    "session-locked",
    `Session ${id} is in use by ${who} on this machine: close it there, or go on in a copy with fork.`,
    { id, ...(owner === undefined ? {} : { pid: owner.pid, since: owner.at }) },
  );
}
