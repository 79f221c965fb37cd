// Puts a price on every cell. A session whose transcript has cost-states costs what the CLI says, shared out among its
// cells as the list prices have it; all others cost what the list says.

import type { Cell, Cells, CostState, Session } from "./cells.ts";
import type { Figures } from "./entry.ts";
import type { DayOf } from "./moment.ts";
import { listCost } from "./prices.ts";
import type { Reported } from "./reported.ts";
import type { MessageClaims } from "./tally-messages.ts";

/** @returns models whose price nobody knows */
export function settle(cells: Cells, messages: MessageClaims, dayOf: DayOf): ReadonlySet<string> {
  messages.forEach((session, time) => {
    if (time < session.firstTime) session.firstTime = time;
    if (time > session.lastTime) session.lastTime = time;
  });
  const unpriced = new Set<string>();
  const bySession = new Map<Session, Cell[]>();
  for (const cell of cells.all) {
    if (cell.basis !== "list" || cell.messages === 0) continue;
    if (cell.session.costStates.length === 0) cell.costUsd = priced(cell, unpriced);
    else {
      const own = bySession.get(cell.session) ?? [];
      own.push(cell);
      bySession.set(cell.session, own);
    }
  }
  for (const session of cells.sessions) {
    const last = session.costStates.at(-1);
    if (last === undefined) continue;
    const own = bySession.get(session) ?? [];
    const base = baseOf(session);
    settleSession(session, last, base, own, unpriced);
    for (const [model, { costUsd }] of last.models) {
      const isSeen = own.some((cell) => cell.model === model);
      const rest = costUsd - (base?.models.get(model)?.costUsd ?? 0);
      // Requests that leave no message: titles, summaries, checks.
      if (!isSeen && rest > 0) cellOfRest(cells, session, model, dayOf(last.time) ?? "").costUsd += rest;
    }
  }
  return unpriced;
}

function settleSession(
  { costStates }: Session,
  last: CostState,
  base: CostState | undefined,
  own: readonly Cell[],
  unpriced: Set<string>,
): void {
  for (const model of new Set(own.map((cell) => cell.model))) {
    const reported = last.models.get(model);
    const ofModel = own.filter((cell) => cell.model === model);
    if (reported === undefined) {
      for (const cell of ofModel) cell.costUsd = priced(cell, unpriced);
      continue;
    }
    const factor = factorOf(model, reported);
    const covered = ofModel.filter((cell) => cell.stretch < costStates.length);
    const told = reported.costUsd - (base?.models.get(model)?.costUsd ?? 0);
    const weights = covered.map((cell) => weightOf(model, cell.figures));
    const weight = weights.reduce((sum, one) => sum + one, 0);
    // More than was told: messages of a run that died before it could write its cost-state, or of an older version.
    const amount = Math.max(
      told,
      factor * covered.reduce((sum, { figures }) => sum + (listCost(model, figures) ?? 0), 0),
    );
    for (const [place, cell] of covered.entries()) {
      cell.costUsd = weight === 0 ? amount / covered.length : (amount * (weights[place] ?? 0)) / weight;
    }
    for (const cell of ofModel) if (!covered.includes(cell)) cell.costUsd = factor * priced(cell, unpriced);
  }
}

/** What the CLI charges for each dollar of the list: 1, unless a fast mode, a long prompt or a contract changes it. */
function factorOf(model: string, { costUsd, figures }: Reported): number {
  const listed = listCost(model, figures) ?? 0;
  return listed > 0 && costUsd > 0 ? costUsd / listed : 1;
}

function weightOf(model: string, figures: Figures): number {
  const tokens = figures.input + figures.output + figures.cacheRead + figures.cacheWrite + figures.cacheWriteHour;
  return listCost(model, figures) ?? tokens;
}

function priced({ model, figures }: Cell, unpriced: Set<string>): number {
  const cost = listCost(model, figures);
  if (cost === undefined) unpriced.add(model);
  return cost ?? 0;
}

/** A fork goes on with the count of its origin, where that was when the fork said its first message. */
function baseOf({ origins, costStates: [first], firstTime }: Session): CostState | undefined {
  let base: CostState | undefined;
  for (const { costStates } of origins) {
    for (const state of costStates) {
      const isSameCount = state.startTime === first?.startTime;
      if (isSameCount && state.time <= firstTime && (base === undefined || state.time > base.time)) base = state;
    }
  }
  return base;
}

function cellOfRest(cells: Cells, session: Session, model: string, day: string): Cell {
  return cells.all[cells.at({ session, day, agent: "main", model, stretch: 0 }, "told")] as Cell;
}
