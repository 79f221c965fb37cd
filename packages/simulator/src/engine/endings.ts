// The ways a turn can end, as its result will tell.

import { subtractUsage } from "./accounting.ts";
import type { TurnOfLine, UsageOfLine } from "./lines/lines.ts";
import { costOf } from "./lines/models.ts";
import type { Session } from "./session.ts";
import { isExhausted } from "./structured.ts";
import type { ToolCall } from "./tool-call.ts";
import { tell, type Turn } from "./turn-state.ts";
import { INTERRUPTED_FOR_TOOLS } from "./words.ts";

export interface Ending {
  readonly outcome: TurnOfLine["outcome"];
  readonly terminalReason?: string | null;
}

export function successEnding(turn: Turn): Ending {
  const { structured, lastText } = turn;
  const outcome = { kind: "success", text: lastText, isError: false } as const;
  return { outcome: structured === undefined ? outcome : { ...outcome, structuredOutput: structured } };
}

export function deferredEnding(turn: Turn, { id, name, input }: ToolCall): Ending {
  turn.stopReason = "tool_deferred";
  const outcome = { kind: "success", text: "", isError: false, deferred: { id, name, input } } as const;
  return { outcome, terminalReason: "tool_deferred" };
}

export function errorEnding(turn: Turn, text: string): Ending {
  turn.stopReason = turn.stopReason === "refusal" ? "refusal" : "stop_sequence";
  return { outcome: { kind: "success", text, isError: true, error: { kind: "invalid_request" } } };
}

/** Some versions end a turn before the end of the answer that decides it. */
export function isToldToTheEnd(turn: Turn, usage: UsageOfLine): boolean {
  const { order } = turn.session;
  if (order.budgetCutsMessage && isLastAffordable(turn.session, usage)) return false;
  return !(order.exhaustionCutsMessage && isExhausted(turn));
}

/** Whether this answer uses up what may be spent. */
function isLastAffordable({ options, accounting, model }: Session, usage: UsageOfLine): boolean {
  const cost = costOf(model, usage, options.version);
  return options.maxBudgetUsd !== undefined && accounting.totalCostUsd + cost >= options.maxBudgetUsd;
}

/** Seen as soon as the answer is there: its calls are not carried out, and its tokens only count in the total. */
export function budgetEnding(turn: Turn, last: UsageOfLine): Ending | undefined {
  const { options, accounting } = turn.session;
  const limit = options.maxBudgetUsd;
  if (limit === undefined || accounting.totalCostUsd < limit) return undefined;
  turn.usage = subtractUsage(turn.usage, last);
  return { outcome: { kind: "max-budget", limit } };
}

export function endTools(turn: Turn): Ending {
  turn.cutDuring = "tools";
  if (turn.cut !== "urgent") tell(turn, turn.session.lines.userNote(INTERRUPTED_FOR_TOOLS));
  return cutEnding(turn);
}

export function cutEnding(turn: Turn): Ending {
  if (turn.cutDuring === "streaming") turn.stopReason = null;
  if (turn.cut !== "urgent") return { outcome: { kind: "interrupted", during: turn.cutDuring } };
  const outcome = { kind: "success", text: turn.lastText, isError: false } as const;
  return { outcome, terminalReason: turn.cutDuring === "tools" ? "aborted_tools" : "aborted_streaming" };
}
