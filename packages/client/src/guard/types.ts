// Limits a host sets: money, tokens, turns, calls, time; and patience with a stream that falls silent.

/** What may be spent. Each is a limit of its own; the first that is reached counts. */
export interface BudgetLimits {
  /** US dollars, estimated by list prices while a turn runs. */
  readonly usd?: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens?: number;
  /** Messages of the model's main loop. */
  readonly turns?: number;
  /** Tool calls of all agents. 0: no tools. */
  readonly toolCalls?: number;
  /** From the first prompt on. */
  readonly wallTimeMs?: number;
}

export interface BudgetOptions extends BudgetLimits {
  /**
   * `stop` interrupts the turn, which then fails with `budget-exceeded`. A callback says how to go on: `true` lifts the
   * limit that was reached, new limits replace it, anything else stops. `ask` is the same by the session's `onBudget`.
   * @default "stop"
   */
  readonly onExceeded?: "stop" | "ask" | BudgetCallback;
  /**
   * How long a callback may take to decide. After that the turn is stopped, as if it had said no. 0 or Infinity: no limit.
   * @default 300000
   */
  readonly decisionTimeoutMs?: number;
  /**
   * What was spent before, such as the `spending` of a session that is resumed: it counts for the limits from the start.
   * @default nothing
   */
  readonly spent?: Partial<Spending>;
}

export type BudgetKind = keyof BudgetLimits;

export const BUDGET_KINDS: readonly BudgetKind[] = ["usd", "tokens", "turns", "toolCalls", "wallTimeMs"];

/** What is done about a limit that was reached. */
export interface BudgetDecision {
  /** Whether the turn goes on. */
  readonly goesOn: boolean;
  /** Why nobody could decide: the callback threw, or gave limits that are none. */
  readonly problem?: string;
}

export interface BudgetReport {
  /** The limit that was reached. */
  readonly kind: BudgetKind;
  /** Its value. */
  readonly limit: number;
  /** What has been spent of it. */
  readonly spent: number;
}

export type BudgetCallback = (
  report: BudgetReport,
) => boolean | BudgetLimits | undefined | Promise<boolean | BudgetLimits | undefined>;

/** What has been spent so far, with what the turns under way have used up to now. */
export interface Spending {
  /** US dollars. */
  readonly usd: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens: number;
  /** Messages of the model's main loop. */
  readonly turns: number;
  /** Tool calls of all agents. */
  readonly toolCalls: number;
  /** Time since the first prompt. */
  readonly wallTimeMs: number;
  /** The part of it that is an estimate. */
  readonly estimate: SpendingEstimate;
}

/**
 * What the turns under way have used, judged by list prices and by the length of what streams in. The CLI's own figures
 * take its place at the end of each turn, and it is 0 until the next; only a process that died leaves what it had. A model
 * without a known price costs nothing until its first result.
 */
export interface SpendingEstimate {
  /** US dollars, by list prices. */
  readonly usd: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens: number;
}

/** How long the stream may stay silent before the turn fails. 0 or Infinity: for ever. */
export interface Patience {
  /** From the start to the first line. @default 60000 */
  readonly firstLineMs?: number;
  /** Between two lines of a turn, while no tool runs and nobody is asked. @default 300000 */
  readonly silentMs?: number;
  /** After a tool's result. @default 300000 */
  readonly afterToolResultMs?: number;
  /** After the model's last message, for the result. @default 60000 */
  readonly afterEndOfTurnMs?: number;
  /** After the end of input, for the exit. @default 10000 */
  readonly exitMs?: number;
}

export type WatchdogVerdict =
  | "no-first-line"
  | "silent-stream"
  | "silent-after-tool-result"
  | "silent-after-end-of-turn"
  | "no-exit";
