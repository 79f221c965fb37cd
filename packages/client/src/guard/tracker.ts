// One session's share of a budget: it counts what the session spends, and tells when a limit is reached.

import type { Event, SessionState } from "@unspool/protocol";
import type { Cancel } from "../clock.ts";
import { createMeter } from "./meter.ts";
import type { Pot } from "./pot.ts";
import { createStopwatch } from "./stopwatch.ts";
import type { BudgetKind, BudgetReport, Spending } from "./types.ts";

export interface BudgetTracker {
  /** By this session alone. */
  readonly spending: Spending;
  /** At every event, with the state after it. A limit that is reached is reported once in a turn, and again if it was changed. */
  observe(event: Event, state: SessionState): BudgetReport | undefined;
  /** A prompt is written, or the CLI begins by itself. */
  turnStarted(): void;
  turnEnded(): void;
  /** Before a prompt is written: the limit that is used up already. */
  allowsStart(): BudgetReport | undefined;
  /** The session is over: its share stays spent, its timer is gone. */
  close(): void;
}

export function createTracker(pot: Pot, onTimeUp: ((report: BudgetReport) => void) | undefined): BudgetTracker {
  const meter = createMeter(pot.prices);
  const time = createStopwatch(pot.clock);
  /** The limit that each report was about. */
  const reported = new Map<BudgetKind, number>();
  let cancel: Cancel | undefined;
  let isRunning = false;

  const tellNew = (reports: Iterable<BudgetReport>): BudgetReport | undefined => {
    for (const report of reports) {
      if (reported.get(report.kind) === report.limit) continue;
      reported.set(report.kind, report.limit);
      return report;
    }
    return undefined;
  };
  const look = (): void => {
    cancel = undefined;
    const reached = pot.reportOn("wallTimeMs", false);
    if (reached === undefined) return arm();
    const report = tellNew([reached]);
    if (report !== undefined) onTimeUp?.(report);
  };
  const arm = (): void => {
    cancel?.();
    cancel = undefined;
    const { wallTimeMs } = pot.limits;
    if (onTimeUp === undefined || !isRunning || wallTimeMs === undefined || wallTimeMs === Infinity) return;
    cancel = pot.clock.after(Math.max(0, wallTimeMs - pot.time.sinceFirstMs()), look);
  };
  const forget = pot.onLimits(arm);
  const stop = (): void => {
    if (!isRunning) return;
    isRunning = false;
    time.stop();
    pot.time.stop();
    arm();
  };

  return {
    get spending() {
      return { ...meter.spent, wallTimeMs: time.elapsedMs() };
    },
    observe(event, state) {
      const { usd, tokens, turns, toolCalls, estimate } = meter.spent;
      if (!meter.observe(event, state)) return undefined;
      const { spent } = meter;
      pot.add({
        usd: spent.usd - usd,
        tokens: spent.tokens - tokens,
        turns: spent.turns - turns,
        toolCalls: spent.toolCalls - toolCalls,
        estimate: { usd: spent.estimate.usd - estimate.usd, tokens: spent.estimate.tokens - estimate.tokens },
      });
      return pot.isAnyReached() ? tellNew(pot.reports(false)) : undefined;
    },
    turnStarted() {
      if (isRunning) return;
      isRunning = true;
      reported.clear();
      time.start();
      pot.time.start();
      arm();
    },
    turnEnded: stop,
    allowsStart: () => pot.reports(true).next().value ?? undefined,
    close() {
      stop();
      forget();
    },
  };
}
