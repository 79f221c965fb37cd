// Sums by session, day, agent, model and tool, as fine as any table needs. Every table is made from them.

import { clearUsage, createUsage, type Usage } from "../scan/usage.ts";
import type { Session } from "./sessions.ts";

/** How the cost is known: by list prices, or reported by the CLI. A message that was aborted is never charged. */
export type CostBasis = "list" | "reported" | "aborted";

export interface CellKey {
  readonly session: Session;
  /** Such as `2026-11-15`; empty if no time is known. */
  readonly day: string;
  /** `main`, or the kind of sub-agent. */
  readonly agent: string;
  readonly model: string;
  /** Number of cost-states of the session before the message. The last cost-state does not cover messages after it. */
  readonly costStateCount: number;
}

export interface Cell extends CellKey {
  /** The name of the tool in a cell of tool calls; else empty. */
  readonly tool: string;
  readonly basis: CostBasis;
  readonly usage: Usage;
  costUsd: number;
  messages: number;
  turns: number;
  calls: number;
  failures: number;
  /** Time between calls and their results, where both have a time. */
  toolMs: number;
  /** Number of calls that `toolMs` covers. */
  timed: number;
}

/** Lists every field: V8 creates objects with spreads in a slow path, 10 µs each. */
export function createCell(key: CellKey, basis: CostBasis, tool = ""): Cell {
  const { session, day, agent, model, costStateCount } = key;
  return {
    session,
    day,
    agent,
    model,
    costStateCount,
    tool,
    basis,
    usage: createUsage(),
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

/** Makes a used cell equal to a new one. */
export function resetCell(cell: Writable<Cell>, key: CellKey, basis: CostBasis, tool: string): void {
  cell.session = key.session;
  cell.day = key.day;
  cell.agent = key.agent;
  cell.model = key.model;
  cell.costStateCount = key.costStateCount;
  cell.tool = tool;
  cell.basis = basis;
  clearUsage(cell.usage);
  cell.costUsd = 0;
  cell.messages = 0;
  cell.turns = 0;
  cell.calls = 0;
  cell.failures = 0;
  cell.toolMs = 0;
  cell.timed = 0;
}

/** Rows that are counted into cells, numbered from 0. */
export interface TallyRows {
  readonly size: number;
  getGroup(row: number): number;
  addTo(cell: Cell, row: number): void;
}
