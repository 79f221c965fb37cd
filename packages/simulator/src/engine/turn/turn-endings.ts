// The ways in which a turn can end, as its result reports them.

import type { Usage } from "../../scenario/types.ts";
import { subtractUsage } from "../sessions/accounting.ts";
import type { TurnInfo } from "../lines/lines.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { writeTurnLine, type Turn } from "../sessions/turn-state.ts";
import { INTERRUPTED_FOR_TOOLS } from "../versions/texts.ts";

export interface Ending {
  readonly outcome: TurnInfo["outcome"];
  readonly terminalReason?: string | null;
}

export function endInSuccess(turn: Turn): Ending {
  const { structured, lastText } = turn;
  const outcome = { kind: "success", text: lastText, isError: false } as const;
  return { outcome: structured === undefined ? outcome : { ...outcome, structuredOutput: structured } };
}

export function endDeferred(turn: Turn, { id, name, input }: ToolCall): Ending {
  turn.stopReason = "tool_deferred";
  const outcome = { kind: "success", text: "", isError: false, deferred: { id, name, input } } as const;
  return { outcome, terminalReason: "tool_deferred" };
}

export function endInError(turn: Turn, text: string): Ending {
  turn.stopReason = turn.stopReason === "refusal" ? "refusal" : "stop_sequence";
  return { outcome: { kind: "success", text, isError: true, error: { kind: "invalid_request" } } };
}

/** Ends the turn if an answer has exceeded the budget. Its calls do not run, and its tokens count only in the total. */
export function endIfOverBudget(turn: Turn, last: Usage): Ending | undefined {
  const { options, accounting } = turn.session;
  const limit = options.maxBudgetUsd;
  if (limit === undefined || accounting.totalCostUsd < limit) return undefined;
  turn.usage = subtractUsage(turn.usage, last);
  return { outcome: { kind: "max-budget", limit } };
}

export function endInterruptedTools(turn: Turn): Ending {
  turn.cutDuring = "tools";
  if (turn.cut !== "urgent") writeTurnLine(turn, turn.session.lines.userNote(INTERRUPTED_FOR_TOOLS));
  return endCut(turn);
}

export function endCut(turn: Turn): Ending {
  if (turn.cutDuring === "streaming") turn.stopReason = null;
  if (turn.cut !== "urgent") return { outcome: { kind: "interrupted", during: turn.cutDuring } };
  const outcome = { kind: "success", text: turn.lastText, isError: false } as const;
  return { outcome, terminalReason: turn.cutDuring === "tools" ? "aborted_tools" : "aborted_streaming" };
}
