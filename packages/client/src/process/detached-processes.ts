// Finds and ends the processes that a program started outside of its process group. The CLI runs commands in their own
// sessions, where no signal to its group reaches them. It leaves them running when it is killed (2.1.74 and 2.1.325), or when
// it exits (2.1.74). While the CLI lives, they are its descendants. Afterwards they are found by a variable in the
// environment they were started with, which can be read on Linux only.
//
// Daemons that detached on purpose are left alone. While the CLI lives, a daemon is a process that has the variable and is
// not a descendant. Afterwards a command differs from a daemon in two ways. A command leads a session, or belongs to one
// whose leader lives: `nohup … &` stays in a session without a leader. And the CLI started it directly: a shell sets the
// variable `_` for what it starts, as for `setsid … &`.

import { killGroup } from "./kill-group.ts";
import {
  listProcesses,
  getProcessInfo,
  isRunningSince,
  readInitialVariable,
  type ListedProcess,
  type ProcessInfo,
} from "./process-table.ts";
import { CHILD_VARIABLE, type StartedProgram } from "./registry.ts";

export interface DetachedProcesses {
  /** Searches for detached processes. Call it before and after each step that may end the program. */
  scan(): void;
  /** Sends a signal to the groups of those that still live. Each group gets SIGTERM only once. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  readonly areAlive: boolean;
}

export function trackDetachedProcesses(
  program: StartedProgram,
  platform: string = process.platform,
): DetachedProcesses {
  const { pid, start } = program;
  const noted = new Map<number, ProcessInfo>();
  /** Start times by pid: the daemons that detached before the program ended. */
  const left = new Map<number, number>();
  const asked = new Set<number>();
  const listLiveGroups = (): readonly number[] => {
    const alive = [...noted].filter(([id, info]) => isRunningSince(info.start, getProcessInfo(id, platform), platform));
    return [...new Set(alive.map(([, { group }]) => group))];
  };
  const noteAll = (found: readonly ListedProcess[]): void => {
    for (const one of found) if (one.group !== pid) noted.set(one.pid, one);
  };
  return {
    scan() {
      // On Windows, killGroup ends the whole process tree.
      if (platform === "win32") return;
      const all = listProcesses(platform);
      const isGone = !isRunningSince(start, getProcessInfo(pid, platform), platform);
      if (isGone) {
        const roots = findLeaders(program, all).filter((one) => left.get(one.pid) !== one.start);
        noteAll(addSessionMembers(roots, all));
        return;
      }
      const descendants = findDescendants([pid], all);
      noteAll(descendants);
      const known = new Set([pid, ...descendants.map((one) => one.pid)]);
      for (const one of findLeaders(program, all)) if (!known.has(one.pid)) left.set(one.pid, one.start);
    },
    kill(signal) {
      for (const group of listLiveGroups()) {
        if (signal === "SIGTERM" && asked.has(group)) continue;
        asked.add(group);
        killGroup(group, signal, { platform });
      }
    },
    get areAlive() {
      return listLiveGroups().length > 0;
    },
  };
}

/** Returns the processes that have the program's variable, lead a session, and were not started by a shell. */
function findLeaders(
  { id, pid, lastCommand }: StartedProgram,
  all: readonly ListedProcess[],
): readonly ListedProcess[] {
  return all.filter((one) => {
    if (one.pid === pid || one.session !== one.pid || one.isZombie) return false;
    return readInitialVariable(one.pid, CHILD_VARIABLE) === id && readInitialVariable(one.pid, "_") === lastCommand;
  });
}

/** Returns the members of the roots' sessions, and their descendants. */
function addSessionMembers(roots: readonly ListedProcess[], all: readonly ListedProcess[]): readonly ListedProcess[] {
  const sessions = new Set(roots.map((one) => one.pid));
  const members = all.filter(({ session }) => session !== undefined && sessions.has(session));
  return [
    ...members,
    ...findDescendants(
      members.map((one) => one.pid),
      all,
    ),
  ];
}

function findDescendants(pids: readonly number[], all: readonly ListedProcess[]): readonly ListedProcess[] {
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
