// Cleans up after hosts that died by SIGKILL: ends their programs, and removes their registry entries and private files.
// Only processes that are certainly theirs are touched: same machine, and same start time or variable in the environment.

import { hostname } from "node:os";
import { basename } from "node:path";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { killGroup } from "./kill-group.ts";
import {
  getProcessInfo,
  isGroupAlive,
  isPidInUse,
  isRunningSince,
  getPidScope,
  listGroupMembers,
  readInitialVariable,
} from "./process-table.ts";
import {
  CHILD_VARIABLE,
  openRegistry,
  removeQuietly,
  type Registry,
  type RegistryEntry,
  type StartedProgram,
} from "./registry.ts";
import { PRIVATE_PREFIX } from "./private-files.ts";
import { trackDetachedProcesses } from "./detached-processes.ts";

export interface Orphan {
  readonly pid: number;
  readonly hostPid: number;
  readonly startedAt: number;
  /** `left`: it survived SIGKILL, or this user may not kill it. */
  readonly outcome: "killed" | "already-gone" | "left";
}

export interface ReapOptions {
  /** @default that of this user */
  readonly registry?: Registry;
  /** From SIGTERM to SIGKILL. @default 2000 */
  readonly graceMs?: number;
  readonly clock?: Clock;
  readonly platform?: string;
}

/** Entries of other machines and containers are left alone, and removed as stale after a week. */
const FOREIGN_MS = 7 * 24 * 3600 * 1000;
const GRACE_MS = 2000;
const LOOK_MS = 20;
/** How long to wait after SIGKILL. A process in a system call can take a while to end. */
const DEATH_MS = 2000;

/** Ends the programs whose host is gone, and returns one entry for each. Never rejects. */
export async function reapOrphans(options: ReapOptions = {}): Promise<readonly Orphan[]> {
  const { registry = openRegistry(), graceMs = GRACE_MS, clock = SYSTEM_CLOCK, platform = process.platform } = options;
  const machine = getPidScope(platform);
  const orphans = registry.entries().filter(({ file, entry }) => {
    if (entry.hostname === hostname() && entry.machine === machine) return !isHostAlive(entry, platform);
    if (clock.now() - entry.startedAt > FOREIGN_MS) removeQuietly(file);
    return false;
  });
  return Promise.all(
    orphans.map(async ({ file, entry }): Promise<Orphan> => {
      const outcome = await end(entry, graceMs, clock, platform);
      for (const path of entry.files) if (basename(path).startsWith(PRIVATE_PREFIX)) removeQuietly(path);
      if (outcome !== "left") removeQuietly(file);
      return { pid: entry.pid, hostPid: entry.hostPid, startedAt: entry.startedAt, outcome };
    }),
  );
}

/** Ends a program and the processes it started. Resolves to whether it is gone. Never rejects. */
export async function endProgram(program: Pick<StartedProgram, "pid" | "start">): Promise<boolean> {
  // Without an id, its detached processes are not found once the program is gone.
  const outcome = await end({ id: "", ...program }, GRACE_MS, SYSTEM_CLOCK, process.platform);
  return outcome !== "left";
}

/** Whether the host lives. Without a start time the pid alone decides: better to leave an orphan than to kill a live program. */
function isHostAlive({ hostPid, hostStart }: RegistryEntry, platform: string): boolean {
  const facts = getProcessInfo(hostPid, platform);
  if (facts === undefined || hostStart === undefined) return isPidInUse(hostPid) && facts?.isZombie !== true;
  return isRunningSince(hostStart, facts, platform);
}

async function end(entry: StartedProgram, graceMs: number, clock: Clock, platform: string): Promise<Orphan["outcome"]> {
  const target = findTarget(entry, platform);
  if (target === undefined) return "already-gone";
  target.kill("SIGTERM");
  if (await isGoneWithin(graceMs, target, clock)) return "killed";
  target.kill("SIGKILL");
  return (await isGoneWithin(DEATH_MS, target, clock)) ? "killed" : "left";
}

interface Target {
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  isAlive(): boolean;
}

function findTarget(entry: StartedProgram, platform: string): Target | undefined {
  const facts = getProcessInfo(entry.pid, platform);
  if (isRunningSince(entry.start, facts, platform)) {
    const detached = trackDetachedProcesses(entry, platform);
    return {
      kill: (signal) => {
        detached.scan();
        killGroup(entry.pid, signal, { platform });
        detached.kill(signal);
      },
      isAlive: () => isGroupAlive(entry.pid, platform) || detached.areAlive,
    };
  }
  return platform === "linux" ? findMarkedTarget(entry) : undefined;
}

/**
 * Returns the processes of a program that is gone. Its pid may belong to another process by now, so only members of the group
 * with its variable count, and detached processes are found by that variable, too. A process that is ending has no
 * environment any more, so those found once are recognised by their start time.
 */
function findMarkedTarget(entry: StartedProgram): Target | undefined {
  const found = new Map<number, number>();
  const listMarked = (): readonly number[] => {
    for (const pid of listGroupMembers(entry.pid) ?? []) {
      const facts = readInitialVariable(pid, CHILD_VARIABLE) === entry.id ? getProcessInfo(pid) : undefined;
      if (facts !== undefined) found.set(pid, facts.start);
    }
    return [...found].filter(([pid, start]) => isRunningSince(start, getProcessInfo(pid))).map(([pid]) => pid);
  };
  const detached = trackDetachedProcesses(entry);
  detached.scan();
  if (listMarked().length === 0 && !detached.areAlive) return undefined;
  return {
    kill(signal) {
      listMarked().forEach((pid) => killOne(pid, signal));
      detached.scan();
      detached.kill(signal);
    },
    isAlive: () => listMarked().length > 0 || detached.areAlive,
  };
}

function killOne(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

async function isGoneWithin(ms: number, target: Target, clock: Clock): Promise<boolean> {
  const deadline = clock.now() + ms;
  while (target.isAlive()) {
    if (clock.now() >= deadline) return false;
    await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve, { keepsAlive: true }));
  }
  return true;
}
