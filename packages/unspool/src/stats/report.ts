// Cells → the rows of a table, and their sum.

import type { Cell, Session } from "./cells.ts";

export const GROUPS = ["day", "session", "project", "model", "tool", "agent"] as const;
export type Group = (typeof GROUPS)[number];

export interface Row {
  /** Day, session id, folder, model, tool or kind of agent. */
  readonly name: string;
  costUsd: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** Messages of the model. */
  messages: number;
  turns: number;
  toolCalls: number;
  toolFailures: number;
  /** Between calls and their results. */
  toolMs: number;
  /** Calls whose time is known. */
  timedCalls: number;
  /** Sub-agents that were started. */
  agents: number;
  sessions: number;
  models: string[];
  /** Of a session. */
  project?: string;
  /** Of a session: when its first message came. */
  startedAt?: string;
}

export interface Report {
  readonly by: Group;
  readonly rows: readonly Row[];
  readonly total: Row;
}

/** Days, both included. */
export interface Range {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);

export function report(cells: readonly Cell[], by: Group, range: Range = {}): Report {
  const rows = new Map<string, Row>();
  const seen = new Map<Row, { readonly sessions: Set<Session>; readonly models: Set<string> }>();
  const total = emptyRow("total");
  const add = (row: Row, cell: Cell): void => {
    const { figures, model, tool } = cell;
    row.costUsd += cell.costUsd;
    row.inputTokens += figures.input;
    row.outputTokens += figures.output;
    row.cacheReadTokens += figures.cacheRead;
    row.cacheWriteTokens += figures.cacheWrite + figures.cacheWriteHour;
    row.messages += cell.messages;
    row.turns += cell.turns;
    row.toolCalls += cell.calls;
    row.toolFailures += cell.failures;
    row.toolMs += cell.toolMs;
    row.timedCalls += cell.timed;
    if (AGENT_TOOLS.has(tool)) row.agents += cell.calls;
    const known = seen.get(row) ?? { sessions: new Set(), models: new Set() };
    seen.set(row, known);
    known.sessions.add(cell.session);
    if (model !== "") known.models.add(model);
  };
  for (const cell of cells) {
    if (isEmpty(cell) || !isWithin(cell.day, range)) continue;
    add(total, cell);
    const name = nameOf(cell, by);
    if (name === undefined) continue;
    const row = rows.get(name) ?? rowOf(name, cell, by);
    rows.set(name, row);
    add(row, cell);
  }
  for (const [row, { sessions, models }] of seen) {
    row.sessions = sessions.size;
    row.models = [...models].sort();
  }
  return { by, rows: [...rows.values()].sort(by === "day" ? byName : bySize), total };
}

function nameOf(cell: Cell, by: Group): string | undefined {
  switch (by) {
    case "day":
      return cell.day || "unknown";
    case "session":
      return cell.session.id;
    case "project":
      return cell.session.project || "unknown";
    case "model":
      return cell.model || undefined;
    case "tool":
      return cell.tool || undefined;
    case "agent":
      return cell.agent;
  }
}

function rowOf(name: string, { session }: Cell, by: Group): Row {
  if (by !== "session") return emptyRow(name);
  const { project, firstTime } = session;
  const startedAt = Number.isFinite(firstTime) ? { startedAt: new Date(firstTime).toISOString() } : {};
  return { ...emptyRow(name), ...(project === "" ? {} : { project }), ...startedAt };
}

function emptyRow(name: string): Row {
  const tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const tools = { toolCalls: 0, toolFailures: 0, toolMs: 0, timedCalls: 0 };
  return { name, costUsd: 0, ...tokens, messages: 0, turns: 0, ...tools, agents: 0, sessions: 0, models: [] };
}

/** Emptied when what it held was found to belong elsewhere. */
function isEmpty({ costUsd, messages, turns, calls, figures }: Cell): boolean {
  return costUsd === 0 && messages === 0 && turns === 0 && calls === 0 && figures.input === 0 && figures.output === 0;
}

function isWithin(day: string, { since, until }: Range): boolean {
  if (since === undefined && until === undefined) return true;
  return day !== "" && (since === undefined || day >= since) && (until === undefined || day <= until);
}

function byName(left: Row, right: Row): number {
  return left.name < right.name ? -1 : 1;
}

/** What cost most first; where nothing costs anything, what was called most. */
function bySize(left: Row, right: Row): number {
  return right.costUsd - left.costUsd || right.toolCalls - left.toolCalls || byName(left, right);
}
