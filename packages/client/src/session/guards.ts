// What watches over a session: the budget and the watchdog, fed with everything that happens.

import type { Event, SessionState } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { amountOf } from "../guard/amount.ts";
import { budgetOf } from "../guard/budget.ts";
import type { BudgetDecision, BudgetReport, Spending, WatchdogVerdict } from "../guard/types.ts";
import { createWatchdog, type Watchdog } from "../guard/watchdog.ts";
import { sentence } from "../message-of.ts";
import type { SessionOptions } from "../options/types.ts";
import type { TurnFailure } from "../turn/failure.ts";

export interface Guards {
  readonly watchdog: Watchdog;
  /** By this session alone. */
  readonly spending: Spending;
  observe(event: Event, state: SessionState): void;
  /** A prompt was written, or the CLI began by itself. */
  turnStarted(): void;
  /** Why no turn may begin; later, if somebody has to be asked. */
  refusal(): TurnFailure | Promise<TurnFailure | undefined> | undefined;
  close(): void;
}

export interface GuardHandlers {
  readonly onBudget: (failure: TurnFailure) => void;
  readonly onVerdict: (verdict: WatchdogVerdict, message: string) => void;
}

export function createGuards(options: SessionOptions, clock: Clock, handlers: GuardHandlers): Guards {
  const budget = budgetOf(options.budget, clock);
  const watchdog = createWatchdog({
    patience: options.patience === false ? FOR_EVER : (options.patience ?? {}),
    clock,
    onVerdict: (verdict, silentMs) => handlers.onVerdict(verdict, sentenceOf(verdict, silentMs)),
  });
  /** What a limit that was reached does to a turn: nothing, if the budget goes on. */
  const judge = (report: BudgetReport, words: Words): TurnFailure | Promise<TurnFailure | undefined> | undefined => {
    const obey = ({ goesOn, problem }: BudgetDecision): TurnFailure | undefined =>
      goesOn ? undefined : overBudget(report, words, problem);
    const decision = budget.decide(report, options.onBudget);
    return decision instanceof Promise ? decision.then(obey) : obey(decision);
  };
  const tell = (failure: TurnFailure | undefined): void =>
    failure === undefined ? undefined : handlers.onBudget(failure);
  const decide = (report: BudgetReport): void => {
    const judgement = judge(report, NOW);
    if (judgement instanceof Promise) void judgement.then(tell);
    else tell(judgement);
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
    refusal() {
      const report = tracker.allowsStart();
      return report === undefined ? undefined : judge(report, BEFORE);
    },
    close() {
      watchdog.close();
      tracker.close();
    },
  };
}

interface Words {
  readonly what: string;
  readonly advice: string;
}

const NOW: Words = { what: "is used up", advice: "Raise it, or let `budget.onExceeded` decide." };
const BEFORE: Words = { what: "was used up before this turn", advice: "Raise it to go on." };

function overBudget({ kind, limit, spent }: BudgetReport, { what, advice }: Words, problem?: string): TurnFailure {
  const told = problem === undefined ? "" : ` The callback that was to decide failed: ${sentence(problem)}`;
  const message = `The budget of ${amountOf(kind, limit)} ${what} (${amountOf(kind, spent)} spent). ${advice}${told}`;
  return { code: "budget-exceeded", message, details: { kind, limit, spent } };
}

const FOR_EVER = { firstLineMs: 0, silentMs: 0, afterToolResultMs: 0, afterEndOfTurnMs: 0, exitMs: 0 };

function sentenceOf(verdict: WatchdogVerdict, silentMs: number): string {
  const advice = "The session was ended; `patience` says how long is waited.";
  const what: Readonly<Record<WatchdogVerdict, string>> = {
    "no-first-line": `Claude wrote nothing within ${silentMs} ms of its start`,
    "silent-stream": `Claude fell silent for ${silentMs} ms in the middle of a turn`,
    "silent-after-tool-result": `Claude fell silent for ${silentMs} ms after a tool's result`,
    "silent-after-end-of-turn": `Claude gave no result within ${silentMs} ms of its last message`,
    "no-exit": `Claude did not end within ${silentMs} ms of the end of its input`,
  };
  return `${what[verdict]}. ${advice}`;
}
