// All sessions found, by number. They are stored in columns, and turned into objects one at a time.

import { createNarrowColumn } from "../store/columns.ts";
import { type CostStates, createCostStates } from "./cost-states.ts";
import { createNameTable } from "../store/name-table.ts";
import { createStringArena } from "../store/string-arena.ts";

export interface Session {
  readonly id: string;
  project: string;
  /** The time of its first own message; messages that a fork copied do not count. */
  firstTime: number;
}

export interface Sessions {
  readonly size: number;
  readonly costStates: CostStates;
  /** Returns the number of the session, new or known. */
  add(id: string): number;
  /** Whether a project was set: only the first one counts. */
  hasProject(session: number): boolean;
  setProject(session: number, project: string): void;
  /** Notes that `fork` contains copies of messages of `origin`. */
  addFork(fork: number, origin: number): void;
  getOrigins(fork: number): readonly number[];
  get(session: number): Session;
  /** Returns a session that the caller may change, for streams, which are few. `get` returns the same object. */
  readonly getLive: (id: string) => Session;
}

export function createSessions(): Sessions {
  const ids = createStringArena();
  const folders = createNameTable();
  // 1 + the number of the folder, or 0.
  const projects = createNarrowColumn(4);
  const origins = new Map<number, number[]>();
  const live = new Map<number, Session>();
  const last = { id: "", number: -1 };

  function add(id: string): number {
    if (last.number < 0 || last.id !== id) {
      last.id = id;
      last.number = ids.add(id);
    }
    return last.number;
  }
  function get(session: number): Session {
    const project = projects.get(session);
    const own = live.get(session) ?? { id: ids.at(session) ?? "", project: "", firstTime: Infinity };
    if (own.project === "" && project > 0) own.project = folders.getName(project - 1);
    return own;
  }
  return {
    get size() {
      return ids.length;
    },
    costStates: createCostStates(),
    add,
    hasProject: (session) => projects.get(session) > 0,
    setProject(session, project) {
      if (project !== "") projects.set(session, folders.add(project) + 1);
    },
    addFork(fork, origin) {
      const known = origins.get(fork) ?? [];
      if (!known.includes(origin)) known.push(origin);
      origins.set(fork, known);
    },
    getOrigins: (fork) => origins.get(fork) ?? [],
    get,
    getLive(id) {
      const number = add(id);
      const own = get(number);
      live.set(number, own);
      return own;
    },
  };
}
