// The limits that a host sets: money, tokens, messages, calls, time, and how long the stream may stay silent.

/** What may be spent. The first limit that is reached counts. */
export interface BudgetLimits {
  /** US dollars, estimated by list prices while a turn runs. */
  readonly usd?: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens?: number;
  /** Messages of the main agent. Messages of sub-agents do not count. */
  readonly messages?: number;
  /** Tool calls of all agents. 0 allows no tools. */
  readonly toolCalls?: number;
  /** Milliseconds from the first prompt on. */
  readonly wallTimeMs?: number;
}

export interface BudgetOptions extends BudgetLimits {
  /**
   * What happens when a limit is reached. `stop` interrupts the turn, which fails with `budget-exceeded`. A callback decides:
   * `true` lifts the limit, new limits replace it, anything else stops. `ask` calls the session's `onBudget`.
   * @default "stop"
   */
  readonly onExceeded?: "stop" | "ask" | BudgetCallback;
  /**
   * Milliseconds that a callback may take to decide. After that the turn is stopped. 0 or Infinity sets no limit.
   * @default 300000
   */
  readonly decisionTimeoutMs?: number;
  /**
   * What was spent before, such as the `spending` of a session that is resumed. It counts towards the limits.
   * @default nothing
   */
  readonly spent?: Partial<Spending>;
}

export type BudgetKind = keyof BudgetLimits;

export const BUDGET_KINDS: readonly BudgetKind[] = ["usd", "tokens", "messages", "toolCalls", "wallTimeMs"];

/** The decision about a limit that was reached. */
export interface BudgetDecision {
  /** Whether the turn goes on. */
  readonly goesOn: boolean;
  /** Why the callback could not decide: it threw, took too long, or returned invalid limits. */
  readonly problem?: string;
}

/** A limit that was reached. */
export interface BudgetReport {
  /** The limit that was reached. */
  readonly kind: BudgetKind;
  /** The value of the limit. */
  readonly limit: number;
  /** What has been spent. */
  readonly spent: number;
}

/** Decides about a limit that was reached. */
export type BudgetCallback = (
  report: BudgetReport,
) => boolean | BudgetLimits | undefined | Promise<boolean | BudgetLimits | undefined>;

/** What has been spent so far, including the turns under way. */
export interface Spending {
  /** US dollars. */
  readonly usd: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens: number;
  /** Messages of the main agent. Messages of sub-agents do not count. */
  readonly messages: number;
  /** Tool calls of all agents. */
  readonly toolCalls: number;
  /** Milliseconds since the first prompt. */
  readonly wallTimeMs: number;
  /** The part of the sums that is an estimate. */
  readonly estimate: SpendingEstimate;
}

/**
 * What the turns under way have used, estimated by list prices and by the length of the streamed text. At the end of each
 * turn the CLI's figures replace it, and it is 0 until the next turn. Only a process that died leaves its estimate. A model
 * without a known price costs nothing until its first result.
 */
export interface SpendingEstimate {
  /** US dollars, by list prices. */
  readonly usd: number;
  /** Input, output and cache tokens of all agents. */
  readonly tokens: number;
}

/** How long the stream may stay silent before the turn fails. 0 or Infinity sets no limit. */
export interface Timeouts {
  /** Milliseconds from the start to the first line. @default 60000 */
  readonly firstLineMs?: number;
  /** Milliseconds between two lines of a turn, while no tool runs and no callback is pending. @default 300000 */
  readonly silentMs?: number;
  /** Milliseconds after the result of a tool. @default 300000 */
  readonly afterToolResultMs?: number;
  /** Milliseconds from the model's last message to the result. @default 60000 */
  readonly afterEndOfTurnMs?: number;
  /** Milliseconds from the end of input to the exit. @default 10000 */
  readonly exitMs?: number;
}

/** What the watchdog waited for: `details.stallReason` of a `watchdog` error. */
export type StallReason =
  | "no-first-line"
  | "silent-stream"
  | "silent-after-tool-result"
  | "silent-after-end-of-turn"
  | "no-exit";
