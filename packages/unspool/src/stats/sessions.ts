// The sessions that were met, each once, by number. They are kept in columns, and made into objects one at a time.

import { createNarrowColumn } from "./columns.ts";
import { type CostStates, createCostStates } from "./cost-states.ts";
import { createNumbered } from "./numbered.ts";
import { createTexts } from "./texts.ts";

export interface Session {
  readonly id: string;
  project: string;
  /** Of its own messages, not of those that a fork copied. */
  firstTime: number;
}

export interface Sessions {
  readonly size: number;
  readonly costStates: CostStates;
  numberOf(id: string): number;
  /** The first one stands. */
  hasProject(session: number): boolean;
  setProject(session: number, project: string): void;
  /** The fork holds copies of the origin's messages. */
  addFork(fork: number, origin: number): void;
  originsOf(fork: number): readonly number[];
  make(session: number): Session;
  /** For streams, of which there are few: the one that `make` will give. */
  readonly keep: (id: string) => Session;
}

export function createSessions(): Sessions {
  const ids = createTexts();
  const folders = createNumbered();
  // Numbers from 1 on, so that 0 is none.
  const projects = createNarrowColumn(4);
  const origins = new Map<number, number[]>();
  const kept = new Map<number, Session>();
  const last = { id: "", number: -1 };

  function numberOf(id: string): number {
    if (last.number < 0 || last.id !== id) {
      last.id = id;
      last.number = ids.add(id);
    }
    return last.number;
  }
  function make(session: number): Session {
    const project = projects.get(session);
    const own = kept.get(session) ?? { id: ids.at(session) ?? "", project: "", firstTime: Infinity };
    if (own.project === "" && project > 0) own.project = folders.nameOf(project - 1);
    return own;
  }
  return {
    get size() {
      return ids.length;
    },
    costStates: createCostStates(),
    numberOf,
    hasProject: (session) => projects.get(session) > 0,
    setProject(session, project) {
      if (project !== "") projects.set(session, folders.numberOf(project) + 1);
    },
    addFork(fork, origin) {
      const known = origins.get(fork) ?? [];
      if (!known.includes(origin)) known.push(origin);
      origins.set(fork, known);
    },
    originsOf: (fork) => origins.get(fork) ?? [],
    make,
    keep(id) {
      const number = numberOf(id);
      const own = make(number);
      kept.set(number, own);
      return own;
    },
  };
}
