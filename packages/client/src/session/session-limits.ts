// The limits of one session: its budget and its watchdog, which observe every event.

import type { Event, SessionState } from "@unspool/protocol";
import { toSentence } from "@unspool/protocol/kit";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { formatAmount } from "../limits/amount.ts";
import { toBudget } from "../limits/budget.ts";
import type { BudgetDecision, BudgetReport, Spending, StallReason } from "../limits/types.ts";
import { createWatchdog, type Watchdog } from "../limits/watchdog.ts";
import type { SessionOptions } from "../options/options.ts";
import type { TurnFailure } from "../turn/failure.ts";

export interface SessionLimits {
  readonly watchdog: Watchdog;
  /** What this session alone has spent. */
  readonly spending: Spending;
  observe(event: Event, state: SessionState): void;
  /** A prompt was written, or the CLI began a turn by itself. */
  turnStarted(): void;
  /** Returns why no turn may begin. A promise if a callback of the host has to decide. */
  findRefusal(): TurnFailure | Promise<TurnFailure | undefined> | undefined;
  close(): void;
}

export interface SessionLimitHandlers {
  readonly onBudget: (failure: TurnFailure) => void;
  readonly onStall: (error: ClaudeError) => void;
}

export function createSessionLimits(
  options: SessionOptions,
  clock: Clock,
  handlers: SessionLimitHandlers,
): SessionLimits {
  const budget = toBudget(options.budget, clock);
  const watchdog = createWatchdog({
    timeouts: options.timeouts === false ? NO_TIMEOUTS : (options.timeouts ?? {}),
    clock,
    onStall: (stallReason, silentMs) => handlers.onStall(createStallError(stallReason, silentMs)),
  });
  /** Returns the failure for a turn that has reached a limit, or `undefined` if the host lets it go on. */
  const findFailure = (
    report: BudgetReport,
    wording: Wording,
  ): TurnFailure | Promise<TurnFailure | undefined> | undefined => {
    const toFailure = ({ goesOn, problem }: BudgetDecision): TurnFailure | undefined =>
      goesOn ? undefined : createBudgetFailure(report, wording, problem);
    const decision = budget.decide(report, options.onBudget);
    return decision instanceof Promise ? decision.then(toFailure) : toFailure(decision);
  };
  const stopTurns = (failure: TurnFailure | undefined): void =>
    failure === undefined ? undefined : handlers.onBudget(failure);
  const decide = (report: BudgetReport): void => {
    const failure = findFailure(report, NOW);
    if (failure instanceof Promise) void failure.then(stopTurns);
    else stopTurns(failure);
  };
  const tracker = budget.track(decide);
  return {
    watchdog,
    get spending() {
      return tracker.spending;
    },
    observe(event, state) {
      watchdog.observe(event);
      const report = tracker.observe(event, state);
      if (report !== undefined) decide(report);
      if (event.type === "turn-end") tracker.turnEnded();
    },
    turnStarted() {
      watchdog.promptWritten();
      tracker.turnStarted();
    },
    findRefusal() {
      const report = tracker.findReachedLimit();
      return report === undefined ? undefined : findFailure(report, BEFORE);
    },
    close() {
      watchdog.close();
      tracker.close();
    },
  };
}

interface Wording {
  readonly what: string;
  readonly advice: string;
}

const NOW: Wording = { what: "is used up", advice: "Raise it, or let `budget.onExceeded` decide." };
const BEFORE: Wording = { what: "was used up before this turn", advice: "Raise it to go on." };

function createBudgetFailure(
  { kind, limit, spent }: BudgetReport,
  { what, advice }: Wording,
  problem?: string,
): TurnFailure {
  const reason = problem === undefined ? "" : ` The callback that decides about it failed: ${toSentence(problem)}`;
  const message = `The budget of ${formatAmount(kind, limit)} ${what} (${formatAmount(kind, spent)} spent). ${advice}${reason}`;
  return { code: "budget-exceeded", message, details: { kind, limit, spent } };
}

const NO_TIMEOUTS = { firstLineMs: 0, silentMs: 0, afterToolResultMs: 0, afterEndOfTurnMs: 0, exitMs: 0 };

function createStallError(stallReason: StallReason, silentMs: number): ClaudeError {
  const advice = "Raise the limit in `timeouts` if Claude needs longer.";
  const what: Readonly<Record<StallReason, string>> = {
    "no-first-line": `Claude wrote nothing within ${silentMs} ms of its start`,
    "silent-stream": `Claude fell silent for ${silentMs} ms in the middle of a turn`,
    "silent-after-tool-result": `Claude fell silent for ${silentMs} ms after a tool's result`,
    "silent-after-end-of-turn": `Claude gave no result within ${silentMs} ms of its last message`,
    "no-exit": `Claude did not end within ${silentMs} ms of the end of its input`,
  };
  const message = `${what[stallReason]}. The session was ended. ${advice}`;
  return new ClaudeError("watchdog", message, { stallReason, advice });
}
