// The file of a lock: its owner, whether the owner still runs, and atomic ways to write it.

import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { getProcessInfo, isPidInUse, isSameStart } from "../../process/process-table.ts";

export interface Owner {
  /** The id of the session. */
  readonly id: string;
  readonly pid: number;
  /** When the process started, because its pid may have been reused. */
  readonly start: number | undefined;
  /** Identifies this acquisition of the lock. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The CLI that has the session open. It may outlive its host. */
  readonly program?: LockedProgram;
}

export interface LockedProgram {
  readonly pid: number;
  readonly start: number | undefined;
}

export function describeThisProcess(id: string, token: string, platform: string = process.platform): Owner {
  return { id, pid: process.pid, start: getOwnStart(platform), token, at: Date.now() };
}

/** Reads the start time from the process table on Linux. Elsewhere that would mean running `ps`. */
function getOwnStart(platform: string): number | undefined {
  return platform === "linux" ? getProcessInfo(process.pid, platform)?.start : Date.now() - process.uptime() * 1000;
}

/** Creates the file. Returns false if there is one already. */
export function create(path: string, owner: Owner): boolean {
  const draft = `${path}.${owner.token}.new`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return false;
    // The file system has no hard links: the file appears empty and is filled a moment later.
    return createExclusively(path, owner);
  } finally {
    remove(draft);
  }
}

function createExclusively(path: string, owner: Owner): boolean {
  try {
    writeFileSync(path, JSON.stringify(owner), { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the owner atomically. */
export function replace(path: string, owner: Owner): void {
  const draft = `${path}.${owner.token}.new`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: "wx" });
  try {
    renameSync(draft, path);
  } catch (error) {
    remove(draft);
    throw error;
  }
}

/** A file that is unreadable for longer was left half written. */
const HALF_WRITTEN_MS = 5000;

/** Returns the owner, or `undefined` if the file is gone or about to be written. */
export function read(path: string): Owner | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return parseOwner(text) ?? toHalfWrittenOwner(path);
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    const isOwner = typeof owner?.pid === "number" && /^[\w-]{1,64}$/.test(String(owner.token));
    if (!isOwner) return undefined;
    const { program, ...rest } = owner as Owner;
    return Number.isInteger(program?.pid) && (program?.pid as number) > 1 ? (owner as Owner) : rest;
  } catch {
    return undefined;
  }
}

function toHalfWrittenOwner(path: string): Owner | undefined {
  const { mtimeMs, ino } = statSync(path);
  // A time far in the future means that the clock was set back.
  if (Math.abs(Date.now() - mtimeMs) < HALF_WRITTEN_MS) return undefined;
  return { id: "", pid: 0, start: undefined, token: `half-${ino}-${Math.trunc(mtimeMs)}`, at: mtimeMs };
}

export function isAlive({ pid, start }: Owner, platform: string = process.platform): boolean {
  if (!isPidInUse(pid)) return false;
  const facts = getProcessInfo(pid, platform);
  // Without process info the pid has to do: refusing a session is better than two that overwrite each other.
  if (facts === undefined) return isPidInUse(pid);
  return !facts.isZombie && (start === undefined || isSameStart(facts.start, start, platform));
}

export function removeIfOwn(path: string, token: string): void {
  try {
    if (read(path)?.token === token) remove(path);
  } catch {
    // Unreadable now: the next process finds the owner gone.
  }
}

export function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next process finds the owner gone.
  }
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
