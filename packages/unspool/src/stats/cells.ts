// Sums, kept apart as finely as any table asks for: session, day, agent, model and tool. Every table is made from them.

import { clearFigures, type Figures, noFigures } from "./entry.ts";
import type { Session } from "./sessions.ts";

/** How its cost is known: by list prices, or told by the CLI; a message that was cut off is never charged. */
export type Basis = "list" | "told" | "cut";

/** Where a message belongs. */
export interface CellKey {
  readonly session: Session;
  /** As `2026-11-15`; empty if no time is known. */
  readonly day: string;
  /** `main`, or the kind of sub-agent. */
  readonly agent: string;
  readonly model: string;
  /** How many cost-states of the session came before: those after the last one are not in it. */
  readonly stretch: number;
}

export interface Cell extends CellKey {
  /** Of a row of tools; else empty. */
  readonly tool: string;
  readonly basis: Basis;
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

/** Written out: spreads are made by the engine's slow way, 10 µs each. */
export function createCell({ session, day, agent, model, stretch }: CellKey, basis: Basis, tool = ""): Cell {
  return {
    session,
    day,
    agent,
    model,
    stretch,
    tool,
    basis,
    figures: noFigures(),
    costUsd: 0,
    messages: 0,
    turns: 0,
    calls: 0,
    failures: 0,
    toolMs: 0,
    timed: 0,
  };
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** As if it were made now. */
export function renewCell(cell: Writable<Cell>, key: CellKey, basis: Basis, tool: string): void {
  cell.session = key.session;
  cell.day = key.day;
  cell.agent = key.agent;
  cell.model = key.model;
  cell.stretch = key.stretch;
  cell.tool = tool;
  cell.basis = basis;
  clearFigures(cell.figures);
  cell.costUsd = 0;
  cell.messages = 0;
  cell.turns = 0;
  cell.calls = 0;
  cell.failures = 0;
  cell.toolMs = 0;
  cell.timed = 0;
}

export function addFigures(target: Figures, added: Readonly<Figures>, sign: 1 | -1 = 1): void {
  target.input += sign * added.input;
  target.output += sign * added.output;
  target.cacheRead += sign * added.cacheRead;
  target.cacheWrite += sign * added.cacheWrite;
  target.cacheWriteHour += sign * added.cacheWriteHour;
  target.webSearches += sign * added.webSearches;
}
