// Sets the costs of a session's cells. If the transcript has cost-states, the reported total is divided among the cells in
// proportion to list prices. Otherwise each cell costs its list price.

import { type Cell, createCell } from "./cells.ts";
import type { DayFormatter } from "./day.ts";
import { computeListCost } from "./list-cost.ts";
import type { PricedState, ReportedModel } from "./cost-states.ts";
import type { Session, Sessions } from "./sessions.ts";

/**
 * @param cells all cells of the session; cells are added for requests that left no message
 * @param unpriced receives models without a list price
 */
export function settleCosts(
  sessions: Sessions,
  number: number,
  session: Session,
  cells: Cell[],
  formatDay: DayFormatter,
  unpriced: Set<string>,
): void {
  const listed = cells.filter(({ basis, messages }) => basis === "list" && messages > 0);
  const costStates = sessions.costStates.list(number);
  const [first, last] = [costStates[0], costStates.at(-1)];
  if (first === undefined || last === undefined) {
    for (const cell of listed) cell.costUsd = priceCell(cell, unpriced);
    return;
  }
  const states = sessions.getOrigins(number).flatMap(sessions.costStates.list);
  const base = findBase(first, session.firstTime, states);
  const reportedCost = ({ model, costUsd }: ReportedModel): number => costUsd - (findModel(base, model)?.costUsd ?? 0);
  const models = new Set(listed.map(({ model }) => model));
  for (const model of models) {
    const ofModel = listed.filter((cell) => cell.model === model);
    const reported = findModel(last, model);
    if (reported === undefined) for (const cell of ofModel) cell.costUsd = priceCell(cell, unpriced);
    else settleModel(ofModel, computeFactor(reported), reportedCost(reported), costStates.length, unpriced);
  }
  for (const reported of last.models) {
    const { model } = reported;
    // Some requests leave no message: titles, summaries, checks.
    if (models.has(model) || reportedCost(reported) <= 0) continue;
    const rest = createCell(
      { session, day: formatDay(last.time) ?? "", agent: "main", model, costStateCount: 0 },
      "reported",
    );
    rest.costUsd = reportedCost(reported);
    cells.push(rest);
  }
}

/** @param states the number of cost-states; the last one covers the cells before it */
function settleModel(
  cells: readonly Cell[],
  factor: number,
  reported: number,
  states: number,
  unpriced: Set<string>,
): void {
  const covered = cells.filter((cell) => cell.costStateCount < states);
  const weights = covered.map(computeWeight);
  const weight = sum(weights);
  // The list price exceeds the reported cost if a run died before it wrote its cost-state, or was of an older version.
  const amount = Math.max(
    reported,
    factor * sum(covered.map(({ model, usage }) => computeListCost(model, usage) ?? 0)),
  );
  for (const [index, cell] of covered.entries()) {
    cell.costUsd = weight === 0 ? amount / covered.length : (amount * (weights[index] ?? 0)) / weight;
  }
  for (const cell of cells) if (cell.costStateCount >= states) cell.costUsd = factor * priceCell(cell, unpriced);
}

/** Returns the ratio of reported to list cost: 1, unless a fast mode, a long prompt or a contract changes it. */
function computeFactor({ costUsd, listUsd }: ReportedModel): number {
  return listUsd > 0 && costUsd > 0 ? costUsd / listUsd : 1;
}

function findModel(state: PricedState | undefined, model: string): ReportedModel | undefined {
  return state?.models.find((one) => one.model === model);
}

function computeWeight({ model, usage }: Cell): number {
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour;
  return computeListCost(model, usage) ?? tokens;
}

function priceCell({ model, usage }: Cell, unpriced: Set<string>): number {
  const cost = computeListCost(model, usage);
  if (cost === undefined) unpriced.add(model);
  return cost ?? 0;
}

/** Finds the cost-state that a fork continues: the last one of its origin before the first message of the fork. */
function findBase(first: PricedState, firstTime: number, ofOrigins: readonly PricedState[]): PricedState | undefined {
  let base: PricedState | undefined;
  for (const state of ofOrigins) {
    const isSameCount = state.startTime === first.startTime;
    if (isSameCount && state.time <= firstTime && (base === undefined || state.time > base.time)) base = state;
  }
  return base;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
