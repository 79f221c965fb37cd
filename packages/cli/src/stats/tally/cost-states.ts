// The costs of sessions up to points of their files, as the CLI reports them, in columns.

import type { CostState } from "../read/transcript-reader.ts";
import { createColumn, createNarrowColumn } from "../store/columns.ts";
import { createNameTable } from "../store/name-table.ts";
import { computeListCost } from "./list-cost.ts";

export interface PricedState {
  readonly time: number;
  readonly startTime: number;
  readonly models: readonly ReportedModel[];
}

export interface ReportedModel {
  readonly model: string;
  readonly costUsd: number;
  /** The list price of the same tokens; 0 if the model is not in the list. */
  readonly listUsd: number;
}

export interface CostStates {
  add(session: number, state: CostState): void;
  getCount(session: number): number;
  /** Returns how many of the session's first cost-states are from before this time. */
  countBefore(session: number, time: number): number;
  readonly list: (session: number) => readonly PricedState[];
}

const NONE = 0;

export function createCostStates(): CostStates {
  const counts = createNarrowColumn(4);
  // States are numbered from 1, so that 0 means none.
  const lastStates = createNarrowColumn(4);
  const before = createNarrowColumn(4);
  const times = createColumn();
  const startTimes = createColumn();
  /** The first model row of a state. The next state's first row ends them. */
  const firstModel = createNarrowColumn(4);
  const names = createNameTable();
  const models = { name: createNarrowColumn(2), costUsd: createColumn(), listUsd: createColumn() };
  let states = 0;
  let rows = 0;
  // Cached, since the lines of one session follow one another.
  let cached: { session: number; times: readonly number[] } | undefined;

  function listStates(session: number): readonly number[] {
    const numbers: number[] = [];
    for (let state = lastStates.get(session); state !== NONE; state = before.get(state)) numbers.push(state);
    return numbers.toReversed();
  }
  function readModels(state: number): readonly ReportedModel[] {
    const found: ReportedModel[] = [];
    const end = state === states ? rows : firstModel.get(state + 1);
    for (let row = firstModel.get(state); row < end; row += 1) {
      const model = names.getName(models.name.get(row));
      found.push({ model, costUsd: models.costUsd.get(row), listUsd: models.listUsd.get(row) });
    }
    return found;
  }

  return {
    add(session, state) {
      cached = undefined;
      states += 1;
      before.set(states, lastStates.get(session));
      lastStates.set(session, states);
      counts.set(session, counts.get(session) + 1);
      times.set(states, state.time);
      startTimes.set(states, state.startTime);
      firstModel.set(states, rows);
      for (const [model, { costUsd, usage }] of state.models) {
        models.name.set(rows, names.add(model));
        models.costUsd.set(rows, costUsd);
        models.listUsd.set(rows, computeListCost(model, usage) ?? 0);
        rows += 1;
      }
    },
    getCount: counts.get,
    countBefore(session, time) {
      if (counts.get(session) === 0) return 0;
      if (cached?.session !== session) cached = { session, times: listStates(session).map(times.get) };
      const after = cached.times.findIndex((one) => !(one < time));
      return after < 0 ? cached.times.length : after;
    },
    list: (session) =>
      listStates(session).map((state) => ({
        time: times.get(state),
        startTime: startTimes.get(state),
        models: readModels(state),
      })),
  };
}
