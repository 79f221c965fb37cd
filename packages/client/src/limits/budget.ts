// A budget that any number of sessions share. Each session has a tracker that observes its events. The counts are common,
// and so is the decision about a limit that was reached.

import { getErrorMessage } from "@unspool/protocol/kit";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "../run-callback.ts";
import { checkBudget, checkLimits } from "./check-budget.ts";
import { createSharedBudget, type SharedBudget } from "./shared-budget.ts";
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
  /** The present limits. A callback may have lifted or changed them. */
  readonly limits: BudgetLimits;
  /** What all sessions have spent together, plus what was `spent` before. One session's part is `session.spending`. */
  readonly spending: Spending;
  /** Whether a limit is reached, so that no turn may begin. */
  readonly isExceeded: boolean;
  /**
   * Returns the tracker of one session.
   * @param onTimeUp called when the time is up while a turn runs, which no event shows
   */
  track(onTimeUp?: (report: BudgetReport) => void): BudgetTracker;
  /**
   * Decides what happens about a limit that was reached. Decides synchronously if no callback is asked, so that a turn which
   * ends with this event still fails. Sessions that ask at the same time share one decision. A callback that throws, or
   * takes longer than `decisionTimeoutMs`, stops the turn.
   * @param onAsk the session's callback, for `onExceeded: "ask"`
   */
  decide(report: BudgetReport, onAsk?: BudgetCallback): BudgetDecision | Promise<BudgetDecision>;
}

export function createBudget(options: BudgetOptions = {}, clock: Clock = SYSTEM_CLOCK): Budget {
  checkBudget(options);
  const { onExceeded = "stop", decisionTimeoutMs: timeoutMs = DEFAULT_DECISION_TIMEOUT_MS, spent, ...limits } = options;
  const shared = createSharedBudget(limits, clock, spent);
  const decisions = new Map<BudgetKind, Promise<BudgetDecision>>();

  const ask = async (report: BudgetReport, callback: BudgetCallback): Promise<BudgetDecision> => {
    const outcome = await runCallback(() => callback(report), { clock, timeoutMs });
    if (outcome.kind === "late") return { goesOn: false, problem: `It took longer than ${timeoutMs} ms.` };
    if (outcome.kind !== "value") return { goesOn: false, problem: outcome.kind === "threw" ? outcome.message : "" };
    try {
      shared.setLimits(computeNewLimits(shared, report.kind, outcome.value));
    } catch (error) {
      return { goesOn: false, problem: getErrorMessage(error) };
    }
    return { goesOn: !isReached(shared, report) };
  };

  return {
    get limits() {
      return shared.limits;
    },
    get spending() {
      return shared.spending;
    },
    get isExceeded() {
      return shared.reports(true).next().done !== true;
    },
    track: (onTimeUp) => createTracker(shared, onTimeUp),
    decide(report, onAsk) {
      // The decision for another session may have lifted the limit.
      if (!isReached(shared, report)) return { goesOn: true };
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

/** Returns the budget of an option. Without one there are no limits, but spending is counted. */
export function toBudget(option: Budget | BudgetOptions | undefined, clock: Clock): Budget {
  return isBudget(option) ? option : createBudget(option, clock);
}

function isBudget(option: Budget | BudgetOptions | undefined): option is Budget {
  return option !== undefined && "track" in option;
}

function computeNewLimits(
  shared: SharedBudget,
  kind: BudgetKind,
  answer: boolean | BudgetLimits | undefined,
): BudgetLimits {
  if (answer === true) {
    const { [kind]: _lifted, ...rest } = shared.limits;
    return rest;
  }
  if (typeof answer !== "object" || answer === null) return shared.limits;
  checkLimits(answer);
  return { ...shared.limits, ...answer };
}

/** Whether the limit of a report is still reached, measured as it was for the report. */
function isReached(shared: SharedBudget, { kind, spent, limit }: BudgetReport): boolean {
  return shared.findReport(kind, spent <= limit) !== undefined;
}

export type { BudgetTracker } from "./tracker.ts";
