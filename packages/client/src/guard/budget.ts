// A budget: what may be spent, and what has been, by any number of sessions at once. Each session has a tracker that sees
// its events; the counts are common, and so is the decision what happens when a limit is reached.

import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "../control/run-callback.ts";
import { messageOf } from "../message-of.ts";
import { checkBudget, checkLimits } from "./limits.ts";
import { createPot, type Pot } from "./pot.ts";
import { createTracker, type BudgetTracker } from "./tracker.ts";
import type {
  BudgetCallback,
  BudgetDecision,
  BudgetKind,
  BudgetLimits,
  BudgetOptions,
  BudgetReport,
  Spending,
} from "./types.ts";

export interface Budget {
  /** As they are now: a callback may have lifted or changed them. */
  readonly limits: BudgetLimits;
  /** By all sessions together, and what was `spent` before. What each has spent is its own `session.spending`. */
  readonly spending: Spending;
  /** Nothing may be begun any more. */
  readonly isExceeded: boolean;
  /**
   * One per session.
   * @param onTimeUp called when the time is up while a turn runs, which no event tells
   */
  track(onTimeUp?: (report: BudgetReport) => void): BudgetTracker;
  /**
   * What is to happen about a limit that was reached: at once where nobody is asked, so that a turn which ends with this
   * very event is still the one that failed. Sessions that ask at the same time share one answer. A callback that throws,
   * or takes longer than `decisionTimeoutMs`, stops.
   * @param onAsk the session's own callback, for `onExceeded: "ask"`
   */
  decide(report: BudgetReport, onAsk?: BudgetCallback): BudgetDecision | Promise<BudgetDecision>;
}

export function createBudget(options: BudgetOptions = {}, clock: Clock = SYSTEM_CLOCK): Budget {
  checkBudget(options);
  const { onExceeded = "stop", decisionTimeoutMs: timeoutMs = DEFAULT_DECISION_TIMEOUT_MS, spent, ...limits } = options;
  const pot = createPot(limits, clock, spent);
  const decisions = new Map<BudgetKind, Promise<BudgetDecision>>();

  const ask = async (report: BudgetReport, callback: BudgetCallback): Promise<BudgetDecision> => {
    const outcome = await runCallback(() => callback(report), { clock, timeoutMs });
    if (outcome.kind === "late") return { goesOn: false, problem: `It took longer than ${timeoutMs} ms.` };
    if (outcome.kind !== "value") return { goesOn: false, problem: outcome.kind === "threw" ? outcome.message : "" };
    try {
      pot.setLimits(limitsAfter(pot, report.kind, outcome.value));
    } catch (error) {
      return { goesOn: false, problem: messageOf(error) };
    }
    return { goesOn: !isReached(pot, report) };
  };

  return {
    get limits() {
      return pot.limits;
    },
    get spending() {
      return pot.spending;
    },
    get isExceeded() {
      return pot.reports(true).next().done !== true;
    },
    track: (onTimeUp) => createTracker(pot, onTimeUp),
    decide(report, onAsk) {
      // Another session's answer may have settled it.
      if (!isReached(pot, report)) return { goesOn: true };
      const callback = onExceeded === "ask" ? onAsk : onExceeded;
      if (callback === undefined || callback === "stop") return { goesOn: false };
      const pending = decisions.get(report.kind);
      if (pending !== undefined) return pending;
      const decision = ask(report, callback).finally(() => decisions.delete(report.kind));
      decisions.set(report.kind, decision);
      return decision;
    },
  };
}

/** The budget that an option means; without one there are no limits, but what is spent is counted. */
export function budgetOf(option: Budget | BudgetOptions | undefined, clock: Clock): Budget {
  return isBudget(option) ? option : createBudget(option, clock);
}

function isBudget(option: Budget | BudgetOptions | undefined): option is Budget {
  return option !== undefined && "track" in option;
}

function limitsAfter(pot: Pot, kind: BudgetKind, answer: boolean | BudgetLimits | undefined): BudgetLimits {
  if (answer === true) {
    const { [kind]: _lifted, ...rest } = pot.limits;
    return rest;
  }
  if (typeof answer !== "object" || answer === null) return pot.limits;
  checkLimits(answer);
  return { ...pot.limits, ...answer };
}

/** Still, by the measure it was reported by. */
function isReached(pot: Pot, { kind, spent, limit }: BudgetReport): boolean {
  return pot.reportOn(kind, spent <= limit) !== undefined;
}

export type { BudgetTracker } from "./tracker.ts";
