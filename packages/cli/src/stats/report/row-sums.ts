// The sums of a table's rows, in one column. As fields of an object per row, V8 would allocate each new sum, and many live
// just long enough to make it enlarge its heap.

import type { Cell } from "../tally/cells.ts";
import { createColumn } from "../store/columns.ts";

export interface RowSums {
  /** Day, session id, folder, model, tool or kind of agent. */
  readonly name: string;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly messages: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly toolFailures: number;
  /** Time between calls and their results. */
  readonly toolMs: number;
  /** Number of calls that `toolMs` covers. */
  readonly timedCalls: number;
  /** Number of sub-agents started. */
  readonly agents: number;
  readonly sessions: number;
  readonly models: readonly string[];
}

export interface Sums {
  add(row: number, cell: Cell, isNewSession: boolean): void;
  getRow(row: number, name: string, models: readonly string[]): RowSums;
}

const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);
const WIDTH = 13;

export function createSums(): Sums {
  const column = createColumn();
  const addAt = (at: number, value: number): void => {
    if (value !== 0) column.set(at, column.get(at) + value);
  };
  return {
    add(row, cell, isNewSession) {
      const { usage } = cell;
      const from = row * WIDTH;
      addAt(from, cell.costUsd);
      addAt(from + 1, usage.input);
      addAt(from + 2, usage.output);
      addAt(from + 3, usage.cacheRead);
      addAt(from + 4, usage.cacheWrite + usage.cacheWriteHour);
      addAt(from + 5, cell.messages);
      addAt(from + 6, cell.turns);
      addAt(from + 7, cell.calls);
      addAt(from + 8, cell.failures);
      addAt(from + 9, cell.toolMs);
      addAt(from + 10, cell.timed);
      addAt(from + 11, AGENT_TOOLS.has(cell.tool) ? cell.calls : 0);
      addAt(from + 12, isNewSession ? 1 : 0);
    },
    getRow(row, name, models) {
      const at = (offset: number): number => column.get(row * WIDTH + offset);
      // Lists every field: objects created with spreads are several times as large.
      return {
        name,
        costUsd: at(0),
        inputTokens: at(1),
        outputTokens: at(2),
        cacheReadTokens: at(3),
        cacheWriteTokens: at(4),
        messages: at(5),
        turns: at(6),
        toolCalls: at(7),
        toolFailures: at(8),
        toolMs: at(9),
        timedCalls: at(10),
        agents: at(11),
        sessions: at(12),
        models,
      };
    },
  };
}
