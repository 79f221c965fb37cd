// What sessions spend from together: limits, counts, prices and time.

import type { Clock } from "../clock.ts";
import { createPriceBook, type PriceBook } from "./prices.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";
import { BUDGET_KINDS, type BudgetKind, type BudgetLimits, type BudgetReport, type Spending } from "./types.ts";

export interface Pot {
  readonly clock: Clock;
  readonly prices: PriceBook;
  readonly time: Stopwatch;
  readonly limits: BudgetLimits;
  readonly spending: Spending;
  setLimits(limits: BudgetLimits): void;
  /** @returns how to stop */
  onLimits(listener: () => void): () => void;
  add(spent: Counts): void;
  /** @param isBefore whether another prompt would be too much, not what runs */
  reportOn(kind: BudgetKind, isBefore: boolean): BudgetReport | undefined;
  /** On every limit that is reached. */
  reports(isBefore: boolean): Generator<BudgetReport, void, undefined>;
  /** Whether any count has reached its limit: asked at every delta. */
  isAnyReached(): boolean;
}

export type Counts = Omit<Spending, "wallTimeMs">;

/** @param before what was spent before */
export function createPot(given: BudgetLimits, clock: Clock, before: Partial<Spending> = {}): Pot {
  let limits = given;
  const { usd = 0, tokens = 0, turns = 0, toolCalls = 0, wallTimeMs = 0 } = before;
  const counts = { usd, tokens, turns, toolCalls };
  const estimate = { usd: 0, tokens: 0 };
  const time = createStopwatch(clock, wallTimeMs);
  const listeners = new Set<() => void>();
  const reportOn = (kind: BudgetKind, isBefore: boolean): BudgetReport | undefined => {
    const limit = limits[kind];
    if (limit === undefined) return undefined;
    const spent = kind === "wallTimeMs" ? time.sinceFirstMs() : counts[kind];
    // So many turns and calls may be used, and only more is too much; a prompt takes at least one turn, but perhaps no call.
    const mayEqual = kind === "toolCalls" || (kind === "turns" && !isBefore);
    return (mayEqual ? spent > limit : spent >= limit) ? { kind, limit, spent } : undefined;
  };
  return {
    clock,
    prices: createPriceBook(),
    time,
    get limits() {
      return limits;
    },
    get spending() {
      // Differences that were added up leave a rest far below any price.
      const usdNow = Math.abs(estimate.usd) < 1e-12 ? 0 : estimate.usd;
      return { ...counts, wallTimeMs: time.elapsedMs(), estimate: { usd: usdNow, tokens: estimate.tokens } };
    },
    setLimits(changed) {
      limits = changed;
      for (const listener of listeners) listener();
    },
    onLimits(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(more) {
      counts.usd += more.usd;
      counts.tokens += more.tokens;
      counts.turns += more.turns;
      counts.toolCalls += more.toolCalls;
      estimate.usd += more.estimate.usd;
      estimate.tokens += more.estimate.tokens;
    },
    reportOn,
    *reports(isBefore) {
      for (const kind of BUDGET_KINDS) {
        const report = reportOn(kind, isBefore);
        if (report !== undefined) yield report;
      }
    },
    isAnyReached: () =>
      counts.usd >= (limits.usd ?? Infinity) ||
      counts.tokens >= (limits.tokens ?? Infinity) ||
      counts.turns > (limits.turns ?? Infinity) ||
      counts.toolCalls > (limits.toolCalls ?? Infinity),
  };
}
