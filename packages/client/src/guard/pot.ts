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
  readonly spent: Spending;
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

export function createPot(given: BudgetLimits, clock: Clock): Pot {
  let limits = given;
  const counts = { usd: 0, tokens: 0, turns: 0, toolCalls: 0 };
  const time = createStopwatch(clock);
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
    get spent() {
      return { ...counts, wallTimeMs: time.elapsedMs() };
    },
    setLimits(changed) {
      limits = changed;
      for (const listener of listeners) listener();
    },
    onLimits(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ usd, tokens, turns, toolCalls }) {
      counts.usd += usd;
      counts.tokens += tokens;
      counts.turns += turns;
      counts.toolCalls += toolCalls;
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
