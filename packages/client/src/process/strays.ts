// Whom a program has started outside of its group. The CLI runs commands in sessions of their own, where no signal to its
// group reaches them, and leaves them running when it is killed (2.1.74 and 2.1.325), or at its end (2.1.74). While it lives
// they are its descendants. When it is gone, nothing leads to them but a mark in the environment they were started with,
// which can be read on Linux only.
//
// What has left on purpose lives on. While the program lives, that is whatever bears the mark and is no descendant of it.
// Afterwards a command is told from a daemon by two facts. A command leads a session of its own, or is in that of one that
// lives: `nohup … &` stays behind in a session without a leader. And the program itself has started it: shells put the
// variable `_` into the environment of what they start, as for `setsid … &`.

import { killGroup } from "./kill-group.ts";
import {
  allProcesses,
  factsOf,
  isRunningSince,
  startedWith,
  type ListedProcess,
  type ProcessFacts,
} from "./process-table.ts";
import { CHILD_VARIABLE, type StartedProgram } from "./registry.ts";

export interface Strays {
  /** Looks who there is. Before each step that may be the program's end, and after it. */
  note(): void;
  /** To the groups of those that still live. A group is asked to end (SIGTERM) once. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  readonly areAlive: boolean;
}

export function createStrays(program: StartedProgram, platform: string = process.platform): Strays {
  const { pid, start } = program;
  const noted = new Map<number, ProcessFacts>();
  /** By pid, with their start: those that bear the mark and had left before the program's end. */
  const left = new Map<number, number>();
  const asked = new Set<number>();
  const groups = (): readonly number[] => {
    const alive = [...noted].filter(([stray, facts]) =>
      isRunningSince(facts.start, factsOf(stray, platform), platform),
    );
    return [...new Set(alive.map(([, { group }]) => group))];
  };
  const noteAll = (found: readonly ListedProcess[]): void => {
    for (const one of found) if (one.group !== pid) noted.set(one.pid, one);
  };
  return {
    note() {
      // Windows ends whole trees by itself.
      if (platform === "win32") return;
      const all = allProcesses(platform);
      const isGone = !isRunningSince(start, factsOf(pid, platform), platform);
      if (isGone) {
        const roots = leadersOf(program, all).filter((one) => left.get(one.pid) !== one.start);
        noteAll(withTheirs(roots, all));
        return;
      }
      const descendants = descendantsOf([pid], all);
      noteAll(descendants);
      const known = new Set([pid, ...descendants.map((one) => one.pid)]);
      for (const one of leadersOf(program, all)) if (!known.has(one.pid)) left.set(one.pid, one.start);
    },
    kill(signal) {
      for (const group of groups()) {
        if (signal === "SIGTERM" && asked.has(group)) continue;
        asked.add(group);
        killGroup(group, signal, { platform });
      }
    },
    get areAlive() {
      return groups().length > 0;
    },
  };
}

/** Those that bear the program's mark, lead a session of their own, and were started without a shell in between. */
function leadersOf({ id, pid, lastCommand }: StartedProgram, all: readonly ListedProcess[]): readonly ListedProcess[] {
  return all.filter((one) => {
    if (one.pid === pid || one.session !== one.pid || one.isZombie) return false;
    return startedWith(one.pid, CHILD_VARIABLE) === id && startedWith(one.pid, "_") === lastCommand;
  });
}

/** With everybody of their sessions, and everybody they have started. */
function withTheirs(roots: readonly ListedProcess[], all: readonly ListedProcess[]): readonly ListedProcess[] {
  const sessions = new Set(roots.map((one) => one.pid));
  const members = all.filter(({ session }) => session !== undefined && sessions.has(session));
  return [
    ...members,
    ...descendantsOf(
      members.map((one) => one.pid),
      all,
    ),
  ];
}

function descendantsOf(pids: readonly number[], all: readonly ListedProcess[]): readonly ListedProcess[] {
  const children = new Map<number, ListedProcess[]>();
  for (const one of all) {
    const siblings = children.get(one.parent);
    if (siblings === undefined) children.set(one.parent, [one]);
    else siblings.push(one);
  }
  const found = new Map<number, ListedProcess>();
  const follow = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child.pid)) continue;
      found.set(child.pid, child);
      follow(child.pid);
    }
  };
  pids.forEach(follow);
  return [...found.values()];
}
