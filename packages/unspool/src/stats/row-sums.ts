// The figures of a table, in one column: as fields of an object per row, each sum would be a new object for the engine, of
// which many live just long enough to make it grow its heap.

import type { Cell } from "./cells.ts";
import { createColumn } from "./columns.ts";

export interface RowSums {
  /** Day, session id, folder, model, tool or kind of agent. */
  readonly name: string;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Messages of the model. */
  readonly messages: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly toolFailures: number;
  /** Between calls and their results. */
  readonly toolMs: number;
  /** Calls whose time is known. */
  readonly timedCalls: number;
  /** Sub-agents that were started. */
  readonly agents: number;
  readonly sessions: number;
  readonly models: readonly string[];
}

export interface Sums {
  add(row: number, cell: Cell, isNewSession: boolean): void;
  of(row: number, name: string, models: readonly string[]): RowSums;
}

const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);
const WIDTH = 13;

export function createSums(): Sums {
  const column = createColumn();
  const plus = (place: number, value: number): void => {
    if (value !== 0) column.set(place, column.get(place) + value);
  };
  return {
    add(row, cell, isNewSession) {
      const { figures } = cell;
      const from = row * WIDTH;
      plus(from, cell.costUsd);
      plus(from + 1, figures.input);
      plus(from + 2, figures.output);
      plus(from + 3, figures.cacheRead);
      plus(from + 4, figures.cacheWrite + figures.cacheWriteHour);
      plus(from + 5, cell.messages);
      plus(from + 6, cell.turns);
      plus(from + 7, cell.calls);
      plus(from + 8, cell.failures);
      plus(from + 9, cell.toolMs);
      plus(from + 10, cell.timed);
      plus(from + 11, AGENT_TOOLS.has(cell.tool) ? cell.calls : 0);
      plus(from + 12, isNewSession ? 1 : 0);
    },
    of(row, name, models) {
      const at = (place: number): number => column.get(row * WIDTH + place);
      // Written out: objects made with spreads are several times as large.
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
