// What the CLI said that sessions had cost, up to a moment, in columns.

import { createColumn, createNarrowColumn } from "./columns.ts";
import { createNumbered } from "./numbered.ts";

export interface CostState {
  /** Of the line before it: it has none of its own. */
  readonly time: number;
  /** When counting began: forks share it with the session they come from. */
  readonly startTime: number;
  readonly models: readonly ToldModel[];
}

/** What was told of a model. */
export interface ToldModel {
  readonly model: string;
  readonly costUsd: number;
  /** What the list has for the same tokens; 0 if it does not know the model. */
  readonly listUsd: number;
}

export interface CostStates {
  add(session: number, state: CostState): void;
  countOf(session: number): number;
  /** How many of the session's first ones are from before this time. */
  countBefore(session: number, time: number): number;
  readonly of: (session: number) => readonly CostState[];
}

const NONE = 0;

export function createCostStates(): CostStates {
  const counts = createNarrowColumn(4);
  // Numbers from 1 on, so that 0 is none.
  const lastOf = createNarrowColumn(4);
  const before = createNarrowColumn(4);
  const times = createColumn();
  const startTimes = createColumn();
  /** Where the models of a state begin: they end where the next one's do. */
  const firstModel = createNarrowColumn(4);
  const names = createNumbered();
  const models = { name: createNarrowColumn(2), costUsd: createColumn(), listUsd: createColumn() };
  let states = 0;
  let rows = 0;
  // Lines of one session come one after another.
  let known: { session: number; times: readonly number[] } | undefined;

  function numbersOf(session: number): readonly number[] {
    const numbers: number[] = [];
    for (let state = lastOf.get(session); state !== NONE; state = before.get(state)) numbers.push(state);
    return numbers.toReversed();
  }
  function modelsOf(state: number): readonly ToldModel[] {
    const found: ToldModel[] = [];
    const end = state === states ? rows : firstModel.get(state + 1);
    for (let row = firstModel.get(state); row < end; row += 1) {
      const model = names.nameOf(models.name.get(row));
      found.push({ model, costUsd: models.costUsd.get(row), listUsd: models.listUsd.get(row) });
    }
    return found;
  }

  return {
    add(session, state) {
      known = undefined;
      states += 1;
      before.set(states, lastOf.get(session));
      lastOf.set(session, states);
      counts.set(session, counts.get(session) + 1);
      times.set(states, state.time);
      startTimes.set(states, state.startTime);
      firstModel.set(states, rows);
      for (const { model, costUsd, listUsd } of state.models) {
        models.name.set(rows, names.numberOf(model));
        models.costUsd.set(rows, costUsd);
        models.listUsd.set(rows, listUsd);
        rows += 1;
      }
    },
    countOf: counts.get,
    countBefore(session, time) {
      if (counts.get(session) === 0) return 0;
      if (known?.session !== session) known = { session, times: numbersOf(session).map(times.get) };
      const after = known.times.findIndex((one) => !(one < time));
      return after < 0 ? known.times.length : after;
    },
    of: (session) =>
      numbersOf(session).map((state) => ({
        time: times.get(state),
        startTime: startTimes.get(state),
        models: modelsOf(state),
      })),
  };
}
