// The part of a budget that its sessions share: limits, counts, prices and time.

import type { Clock } from "../clock.ts";
import { createPriceBook, type PriceBook } from "./prices.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";
import { BUDGET_KINDS, type BudgetKind, type BudgetLimits, type BudgetReport, type Spending } from "./types.ts";

export interface SharedBudget {
  readonly clock: Clock;
  readonly prices: PriceBook;
  readonly time: Stopwatch;
  readonly limits: BudgetLimits;
  readonly spending: Spending;
  setLimits(limits: BudgetLimits): void;
  /** Listens to changes of the limits. @returns a function that removes the listener */
  onLimits(listener: () => void): () => void;
  add(spent: Counts): void;
  /** Returns a report if the limit is reached. @param isBefore asks about another prompt, not about the running one */
  findReport(kind: BudgetKind, isBefore: boolean): BudgetReport | undefined;
  /** Yields a report for every limit that is reached. */
  reports(isBefore: boolean): Generator<BudgetReport, void, undefined>;
  /** Whether any count has reached its limit. Called for every delta. */
  isAnyReached(): boolean;
}

export type Counts = Omit<Spending, "wallTimeMs">;

/** Creates the shared part. @param before what was spent before */
export function createSharedBudget(given: BudgetLimits, clock: Clock, before: Partial<Spending> = {}): SharedBudget {
  let limits = given;
  const { usd = 0, tokens = 0, messages = 0, toolCalls = 0, wallTimeMs = 0 } = before;
  const counts = { usd, tokens, messages, toolCalls };
  const estimate = { usd: 0, tokens: 0 };
  const time = createStopwatch(clock, wallTimeMs);
  const listeners = new Set<() => void>();
  const findReport = (kind: BudgetKind, isBefore: boolean): BudgetReport | undefined => {
    const limit = limits[kind];
    if (limit === undefined) return undefined;
    const spent = kind === "wallTimeMs" ? time.sinceFirstMs() : counts[kind];
    // A limit of messages or calls may be used up, and only more exceeds it. A prompt takes at least one message, but maybe no call.
    const mayEqual = kind === "toolCalls" || (kind === "messages" && !isBefore);
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
      // Rounding leaves a remainder far below any price.
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
      counts.messages += more.messages;
      counts.toolCalls += more.toolCalls;
      estimate.usd += more.estimate.usd;
      estimate.tokens += more.estimate.tokens;
    },
    findReport,
    *reports(isBefore) {
      for (const kind of BUDGET_KINDS) {
        const report = findReport(kind, isBefore);
        if (report !== undefined) yield report;
      }
    },
    isAnyReached: () =>
      counts.usd >= (limits.usd ?? Infinity) ||
      counts.tokens >= (limits.tokens ?? Infinity) ||
      counts.messages > (limits.messages ?? Infinity) ||
      counts.toolCalls > (limits.toolCalls ?? Infinity),
  };
}
