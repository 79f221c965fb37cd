// Sums, kept apart as finely as any table asks for: session, day, agent, model and tool. Every table is made from them.

import { noFigures, type Figures } from "./entry.ts";
import type { Reported } from "./reported.ts";

/** How its cost is known: by list prices, or told by the CLI; a message that was cut off is never charged. */
export type Basis = "list" | "told" | "cut";

export interface CellKey {
  readonly session: Session;
  /** As `2026-11-15`; empty if no time is known. */
  readonly day: string;
  /** `main`, or the kind of sub-agent. */
  readonly agent: string;
  readonly model: string;
  /** Of a row of tools; else empty. */
  readonly tool: string;
  readonly basis: Basis;
  /** How many cost-states of the session came before: those after the last one are not in it. */
  readonly stretch: number;
}

/** Where a message belongs. */
export type MessageKey = Omit<CellKey, "tool" | "basis">;

export interface Cell extends CellKey {
  readonly figures: Figures;
  costUsd: number;
  messages: number;
  turns: number;
  calls: number;
  failures: number;
  /** Between a call and its result, where both have a time. */
  toolMs: number;
  /** Calls whose time is known. */
  timed: number;
}

/** What the CLI said that a session had cost, up to a moment. */
export interface CostState {
  /** Of the line before it: it has none of its own. */
  readonly time: number;
  /** When counting began: forks share it with the session they come from. */
  readonly startTime: number;
  readonly totalUsd: number;
  readonly models: ReadonlyMap<string, Reported>;
}

export interface Session {
  readonly id: string;
  readonly place: number;
  project: string;
  /** Of its own messages, not of those that a fork copied. */
  firstTime: number;
  lastTime: number;
  readonly costStates: CostState[];
  /** Sessions whose messages it holds copies of: it is a fork of them. */
  readonly origins: Set<Session>;
}

export interface Cells {
  readonly all: readonly Cell[];
  readonly sessions: readonly Session[];
  session(id: string): Session;
  /** The place of the cell of messages in `all`. */
  at(key: MessageKey, basis: Basis): number;
  /** The place of the cell of a tool that was called there. */
  ofTool(place: number, tool: string): number;
}

export function createCells(): Cells {
  const all: Cell[] = [];
  const places = new Map<string, number>();
  const tools: (Map<string, number> | undefined)[] = [];
  const sessions = new Map<string, Session>();
  const list: Session[] = [];
  let last = -1;
  return {
    all,
    sessions: list,
    session(id) {
      let session = sessions.get(id);
      if (session === undefined) {
        const times = { firstTime: Infinity, lastTime: -Infinity };
        session = { id, place: list.length, project: "", ...times, costStates: [], origins: new Set() };
        sessions.set(id, session);
        list.push(session);
      }
      return session;
    },
    at(key, basis) {
      const before = all[last];
      if (before !== undefined && before.basis === basis && isSame(before, key)) return last;
      const { session, day, agent, model, stretch } = key;
      // NUL stands in no name that a person gives.
      const text = `${session.place}\0${day}\0${agent}\0${model}\0${basis}\0${stretch}`;
      last = places.get(text) ?? all.length;
      if (last === all.length) {
        places.set(text, last);
        all.push(createCell(session, day, agent, model, "", basis, stretch));
      }
      return last;
    },
    ofTool(place, tool) {
      const known = (tools[place] ??= new Map<string, number>());
      let own = known.get(tool);
      if (own === undefined) {
        own = all.length;
        known.set(tool, own);
        const { session, day, agent, model, stretch } = all[place] as Cell;
        all.push(createCell(session, day, agent, model, tool, "told", stretch));
      }
      return own;
    },
  };
}

/** A tool uses no tokens: three cells of four are spared their figures. */
const NO_FIGURES: Figures = Object.freeze(noFigures());

/** Written out: spreads are made by the engine's slow way, 10 µs each. */
function createCell(
  session: Session,
  day: string,
  agent: string,
  model: string,
  tool: string,
  basis: Basis,
  stretch: number,
): Cell {
  return {
    session,
    day,
    agent,
    model,
    tool,
    basis,
    stretch,
    figures: tool === "" ? noFigures() : NO_FIGURES,
    costUsd: 0,
    messages: 0,
    turns: 0,
    calls: 0,
    failures: 0,
    toolMs: 0,
    timed: 0,
  };
}

function isSame(left: MessageKey, right: MessageKey): boolean {
  return (
    left.session === right.session &&
    left.day === right.day &&
    left.model === right.model &&
    left.agent === right.agent &&
    left.stretch === right.stretch
  );
}

export function addFigures(target: Figures, added: Readonly<Figures>, sign: 1 | -1 = 1): void {
  target.input += sign * added.input;
  target.output += sign * added.output;
  target.cacheRead += sign * added.cacheRead;
  target.cacheWrite += sign * added.cacheWrite;
  target.cacheWriteHour += sign * added.cacheWriteHour;
  target.webSearches += sign * added.webSearches;
}
