// Whom a program has started outside of its group. The CLI runs commands in sessions of their own, where no signal to its
// group reaches them, and 2.1.74 leaves them running when it ends, also after an interrupt. They are noted while it lives:
// afterwards nothing leads to them. What has left its parent on purpose, as a daemon does, is not among them.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { killGroup } from "./kill-group.ts";
import { factsOf, isRunningSince } from "./process-table.ts";

export interface Strays {
  /** Looks who there is. Before each step that may be the program's end. */
  note(): void;
  /** To the groups of those that still live. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  readonly areAlive: boolean;
}

interface Noted {
  readonly start: number;
  readonly group: number;
}

export function createStrays(pid: number, platform: string = process.platform): Strays {
  const noted = new Map<number, Noted>();
  const groups = (): readonly number[] => {
    const alive = [...noted].filter(([stray, { start }]) => isRunningSince(start, factsOf(stray, platform), platform));
    return [...new Set(alive.map(([, { group }]) => group))];
  };
  return {
    note() {
      for (const stray of descendantsOf(pid, platform)) {
        const facts = factsOf(stray, platform);
        if (facts !== undefined && facts.group !== pid) noted.set(stray, facts);
      }
    },
    kill(signal) {
      for (const group of groups()) killGroup(group, signal, { platform });
    },
    get areAlive() {
      return groups().length > 0;
    },
  };
}

/** Windows ends whole trees by itself. */
function descendantsOf(pid: number, platform: string): readonly number[] {
  if (platform === "win32") return [];
  const childrenOf = platform === "linux" ? childrenFromProc : childrenFromPs();
  const found = new Set<number>();
  const follow = (parent: number): void => {
    for (const child of childrenOf(parent)) {
      if (found.has(child)) continue;
      found.add(child);
      follow(child);
    }
  };
  follow(pid);
  return [...found];
}

/** Each thread has its own, and may end while they are read. */
function childrenFromProc(pid: number): readonly number[] {
  return readQuietly(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    readQuietly(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "))
      .filter(Boolean)
      .map(Number),
  );
}

function readQuietly(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function childrenFromPs(): (pid: number) => readonly number[] {
  const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" };
  const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid="], { encoding: "utf8", env });
  const pairs = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return (pid) => pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}
