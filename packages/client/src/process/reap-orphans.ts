// What hosts that died by SIGKILL have left behind: their programs are ended, and their entries and private files removed.
// Only what is certainly theirs is touched: same machine, same start time, or the mark in the environment.

import { hostname } from "node:os";
import { basename } from "node:path";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { killGroup } from "./kill-group.ts";
import {
  factsOf,
  isGroupAlive,
  isPidAlive,
  isRunningSince,
  machineOf,
  membersOf,
  startedWith,
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
import { createStrays } from "./strays.ts";

export interface Orphan {
  readonly pid: number;
  readonly hostPid: number;
  readonly startedAt: number;
  /** `left`: it would not die, or is not ours to kill. */
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

/** Entries of other machines and containers are theirs; after a week nobody has them any more. */
const FOREIGN_MS = 7 * 24 * 3600 * 1000;
const GRACE_MS = 2000;
const LOOK_MS = 20;
/** After SIGKILL. A process in the middle of a system call can take a while. */
const DEATH_MS = 2000;

/** @returns what it did, one for each program whose host is gone. Never rejects. */
export async function reapOrphans(options: ReapOptions = {}): Promise<readonly Orphan[]> {
  const { registry = openRegistry(), graceMs = GRACE_MS, clock = SYSTEM_CLOCK, platform = process.platform } = options;
  const machine = machineOf(platform);
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

/** Ends one program and what it has started. Resolves with whether it is gone. Never rejects. */
export async function endProgram(program: Pick<StartedProgram, "pid" | "start">): Promise<boolean> {
  // Without its mark nobody is found when it has gone by itself.
  const outcome = await end({ id: "", ...program }, GRACE_MS, SYSTEM_CLOCK, process.platform);
  return outcome !== "left";
}

/** Where it cannot be told since when it runs, the number alone has to do: an orphan left is better than a live one killed. */
function isHostAlive({ hostPid, hostStart }: RegistryEntry, platform: string): boolean {
  const facts = factsOf(hostPid, platform);
  if (facts === undefined || hostStart === undefined) return isPidAlive(hostPid) && facts?.isZombie !== true;
  return isRunningSince(hostStart, facts, platform);
}

async function end(entry: StartedProgram, graceMs: number, clock: Clock, platform: string): Promise<Orphan["outcome"]> {
  const target = targetOf(entry, platform);
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

function targetOf(entry: StartedProgram, platform: string): Target | undefined {
  const facts = factsOf(entry.pid, platform);
  if (isRunningSince(entry.start, facts, platform)) {
    const strays = createStrays(entry, platform);
    return {
      kill: (signal) => {
        strays.note();
        killGroup(entry.pid, signal, { platform });
        strays.kill(signal);
      },
      isAlive: () => isGroupAlive(entry.pid, platform) || strays.areAlive,
    };
  }
  return platform === "linux" ? markedTarget(entry) : undefined;
}

/**
 * It is gone itself, and its number may be somebody else's by now: of the group, those count that bear its mark. Commands
 * that it has left outside of its group are found by that mark, too. One that is ending has no environment any more and still runs: who was found once is known by when it started.
 */
function markedTarget(entry: StartedProgram): Target | undefined {
  const found = new Map<number, number>();
  const marked = (): readonly number[] => {
    for (const pid of membersOf(entry.pid) ?? []) {
      const facts = startedWith(pid, CHILD_VARIABLE) === entry.id ? factsOf(pid) : undefined;
      if (facts !== undefined) found.set(pid, facts.start);
    }
    return [...found].filter(([pid, start]) => isRunningSince(start, factsOf(pid))).map(([pid]) => pid);
  };
  const strays = createStrays(entry);
  strays.note();
  if (marked().length === 0 && !strays.areAlive) return undefined;
  return {
    kill(signal) {
      marked().forEach((pid) => killOne(pid, signal));
      strays.note();
      strays.kill(signal);
    },
    isAlive: () => marked().length > 0 || strays.areAlive,
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
