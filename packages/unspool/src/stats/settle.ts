// Puts a price on the cells of a session. One whose transcript has cost-states costs what the CLI says, shared out among
// its cells as the list prices have it; all others cost what the list says.

import { type Cell, createCell } from "./cells.ts";
import type { DayOf } from "./moment.ts";
import { listCost } from "./prices.ts";
import type { CostState, ToldModel } from "./cost-states.ts";
import type { Session, Sessions } from "./sessions.ts";

/** @param cells all of the session's; gets cells for what left no message @param unpriced gets models whose price nobody knows */
export function settle(
  sessions: Sessions,
  number: number,
  session: Session,
  cells: Cell[],
  dayOf: DayOf,
  unpriced: Set<string>,
): void {
  const listed = cells.filter(({ basis, messages }) => basis === "list" && messages > 0);
  const costStates = sessions.costStates.of(number);
  const [first, last] = [costStates[0], costStates.at(-1)];
  if (first === undefined || last === undefined) {
    for (const cell of listed) cell.costUsd = priced(cell, unpriced);
    return;
  }
  const states = sessions.originsOf(number).flatMap(sessions.costStates.of);
  const base = baseOf(first, session.firstTime, states);
  const toldOf = ({ model, costUsd }: ToldModel): number => costUsd - (modelIn(base, model)?.costUsd ?? 0);
  const models = new Set(listed.map(({ model }) => model));
  for (const model of models) {
    const ofModel = listed.filter((cell) => cell.model === model);
    const told = modelIn(last, model);
    if (told === undefined) for (const cell of ofModel) cell.costUsd = priced(cell, unpriced);
    else settleModel(ofModel, factorOf(told), toldOf(told), costStates.length, unpriced);
  }
  for (const told of last.models) {
    const { model } = told;
    // Requests that leave no message: titles, summaries, checks.
    if (models.has(model) || toldOf(told) <= 0) continue;
    const rest = createCell({ session, day: dayOf(last.time) ?? "", agent: "main", model, stretch: 0 }, "told");
    rest.costUsd = toldOf(told);
    cells.push(rest);
  }
}

/** @param stretches those up to this one are in what was told */
function settleModel(
  cells: readonly Cell[],
  factor: number,
  told: number,
  stretches: number,
  unpriced: Set<string>,
): void {
  const covered = cells.filter((cell) => cell.stretch < stretches);
  const weights = covered.map(weightOf);
  const weight = sumOf(weights);
  // More than was told: messages of a run that died before it could write its cost-state, or of an older version.
  const amount = Math.max(told, factor * sumOf(covered.map(({ model, figures }) => listCost(model, figures) ?? 0)));
  for (const [place, cell] of covered.entries()) {
    cell.costUsd = weight === 0 ? amount / covered.length : (amount * (weights[place] ?? 0)) / weight;
  }
  for (const cell of cells) if (cell.stretch >= stretches) cell.costUsd = factor * priced(cell, unpriced);
}

/** What the CLI charges for each dollar of the list: 1, unless a fast mode, a long prompt or a contract changes it. */
function factorOf({ costUsd, listUsd }: ToldModel): number {
  return listUsd > 0 && costUsd > 0 ? costUsd / listUsd : 1;
}

function modelIn(state: CostState | undefined, model: string): ToldModel | undefined {
  return state?.models.find((one) => one.model === model);
}

function weightOf({ model, figures }: Cell): number {
  const tokens = figures.input + figures.output + figures.cacheRead + figures.cacheWrite + figures.cacheWriteHour;
  return listCost(model, figures) ?? tokens;
}

function priced({ model, figures }: Cell, unpriced: Set<string>): number {
  const cost = listCost(model, figures);
  if (cost === undefined) unpriced.add(model);
  return cost ?? 0;
}

/** A fork goes on with the count of its origin, where that was when the fork said its first message. */
function baseOf(first: CostState, firstTime: number, ofOrigins: readonly CostState[]): CostState | undefined {
  let base: CostState | undefined;
  for (const state of ofOrigins) {
    const isSameCount = state.startTime === first.startTime;
    if (isSameCount && state.time <= firstTime && (base === undefined || state.time > base.time)) base = state;
  }
  return base;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
