// Tracks what one session spends of a budget, and reports when a limit is reached.

import type { Event, SessionState } from "@unspool/protocol";
import type { Cancel } from "../clock.ts";
import { createMeter } from "./meter.ts";
import type { SharedBudget } from "./shared-budget.ts";
import { createStopwatch } from "./stopwatch.ts";
import type { BudgetKind, BudgetReport, Spending } from "./types.ts";

export interface BudgetTracker {
  /** What this session alone has spent. */
  readonly spending: Spending;
  /** Counts an event, with the state after it. Returns a report once per turn and limit, and again if the limit was changed. */
  observe(event: Event, state: SessionState): BudgetReport | undefined;
  /** A prompt was written, or the CLI began a turn by itself. */
  turnStarted(): void;
  turnEnded(): void;
  /** Returns a limit that is used up before a prompt is written. */
  findReachedLimit(): BudgetReport | undefined;
  /** Ends the tracking. What the session has spent stays counted. */
  close(): void;
}

export function createTracker(
  shared: SharedBudget,
  onTimeUp: ((report: BudgetReport) => void) | undefined,
): BudgetTracker {
  const meter = createMeter(shared.prices);
  const time = createStopwatch(shared.clock);
  /** The limit of each report so far. */
  const reported = new Map<BudgetKind, number>();
  let cancel: Cancel | undefined;
  let isRunning = false;

  const findNew = (reports: Iterable<BudgetReport>): BudgetReport | undefined => {
    for (const report of reports) {
      if (reported.get(report.kind) === report.limit) continue;
      reported.set(report.kind, report.limit);
      return report;
    }
    return undefined;
  };
  const look = (): void => {
    cancel = undefined;
    const reached = shared.findReport("wallTimeMs", false);
    if (reached === undefined) return arm();
    const report = findNew([reached]);
    if (report !== undefined) onTimeUp?.(report);
  };
  const arm = (): void => {
    cancel?.();
    cancel = undefined;
    const { wallTimeMs } = shared.limits;
    if (onTimeUp === undefined || !isRunning || wallTimeMs === undefined || wallTimeMs === Infinity) return;
    cancel = shared.clock.after(Math.max(0, wallTimeMs - shared.time.sinceFirstMs()), look);
  };
  const forget = shared.onLimits(arm);
  const stop = (): void => {
    if (!isRunning) return;
    isRunning = false;
    time.stop();
    shared.time.stop();
    arm();
  };

  return {
    get spending() {
      return { ...meter.spent, wallTimeMs: time.elapsedMs() };
    },
    observe(event, state) {
      const { usd, tokens, messages, toolCalls, estimate } = meter.spent;
      if (!meter.observe(event, state)) return undefined;
      const { spent } = meter;
      shared.add({
        usd: spent.usd - usd,
        tokens: spent.tokens - tokens,
        messages: spent.messages - messages,
        toolCalls: spent.toolCalls - toolCalls,
        estimate: { usd: spent.estimate.usd - estimate.usd, tokens: spent.estimate.tokens - estimate.tokens },
      });
      return shared.isAnyReached() ? findNew(shared.reports(false)) : undefined;
    },
    turnStarted() {
      if (isRunning) return;
      isRunning = true;
      reported.clear();
      time.start();
      shared.time.start();
      arm();
    },
    turnEnded: stop,
    findReachedLimit: () => shared.reports(true).next().value ?? undefined,
    close() {
      stop();
      forget();
    },
  };
}
