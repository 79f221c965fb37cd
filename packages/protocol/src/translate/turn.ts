// Translates the end of a turn. Cost is cumulative on the wire, so the cost of a turn is a difference. The outcome is
// derived from several fields, because `subtype: success` may carry an error and old interrupts look like errors.

import type { Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { asNumber, asObject, asObjects, asString, asStrings } from "../wire/read.ts";
import type { ModelUsage } from "../wire/shared/usage.ts";
import type { PermissionDenial as WireDenial, ResultMessage } from "../wire/output/result.ts";
import type { ToolUseBlock } from "../wire/shared/content.ts";
import { resultText } from "./double-encoding.ts";
import type { DeferredCall, PermissionDenial, TurnOutcome } from "./events.ts";
import { laneKey } from "./lane.ts";
import { closeLane } from "./messages.ts";
import { emit, type Translation } from "./translation.ts";
import { readUsage, subtractUsage, type TokenUsage } from "./usage.ts";

type ModelUsages = Readonly<Record<string, ModelUsage>>;

/**
 * Whether a result belongs to another session or to a sub-agent, and so ends no turn of this one. No measured version
 * of Claude Code sends such results; they become notices. Qwen Code 0.24.4 ends a failed sub-agent by a result without
 * an agent, with zero turns and zero duration.
 */
export function isForeignResult(t: Translation, wire: Fields<ResultMessage>): boolean {
  if (t.agent !== null || (t.ownSession !== undefined && t.sessionId !== t.ownSession)) return true;
  return t.isQwenCode && wire.num_turns === 0 && wire.duration_ms === 0;
}

export function translateTurnEnd(t: Translation, wire: Fields<ResultMessage>): void {
  t.lastResult = t.uuid;
  const lane = t.lanes.get(laneKey(t.sessionId, null));
  if (lane !== undefined) {
    closeLane(t, lane);
    // In some streams ids are unique only within a turn, so the next turn starts without messages.
    lane.messages.length = 0;
  }

  // In Qwen Code this is an object.
  const documentedError = asString(wire.error) ?? asString(asObject(wire.error)?.["message"]);
  const errors = asStrings(wire.errors);
  const outcome = getOutcome(t, wire);
  const result = asString(wire.result);
  const text = result === undefined ? undefined : resultText(result, t.lastTexts, t.isRealCli);
  emit(t, "turn-end", {
    outcome,
    subtype: asString(wire.subtype) ?? (outcome === "success" ? "success" : "error"),
    text: text ?? (outcome === "error" ? (documentedError ?? errors.join("\n")) : (t.lastTexts.at(-1) ?? "")),
    structuredOutput: wire.structured_output,
    errors: documentedError === undefined ? errors : [documentedError, ...errors],
    stopReason: asString(wire.stop_reason) ?? null,
    terminalReason: asString(wire.terminal_reason),
    apiErrorStatus: asNumber(wire.api_error_status),
    apiErrorType: asString(wire.api_error_type),
    turns: asNumber(wire.num_turns),
    durationMs: asNumber(wire.duration_ms),
    apiDurationMs: asNumber(wire.duration_api_ms),
    ...readCost(t, wire),
    mainAgentUsage: readTurnUsage(t, wire),
    modelUsage: (asObject(wire.modelUsage) ?? {}) as unknown as ModelUsages,
    modelUsageAdded: sinceLast(wire) as unknown as ModelUsages | undefined,
    denials: asObjects(wire.permission_denials).map(readDenial),
    deferred: readDeferred(asObject(wire.deferred_tool_use)),
    resultIndex: asNumber(wire.result_index),
  });
  t.lastTexts.length = 0;
  t.isInterrupted = false;
}

function getOutcome(t: Translation, wire: Fields<ResultMessage>): TurnOutcome {
  const subtype = asString(wire.subtype) ?? "";
  const reason = asString(wire.terminal_reason);
  if (reason?.startsWith("aborted_")) return "interrupted";
  // 2.1.74 and older send no reason, but a user line with the interrupt mark before the result.
  if (reason === undefined && subtype === "error_during_execution" && t.isInterrupted) return "interrupted";
  return wire.is_error === true || subtype.startsWith("error") ? "error" : "success";
}

/**
 * Returns the usage of the turn. Qwen Code counts per process (0.24.4); a lower total means that the count restarted.
 */
function readTurnUsage(t: Translation, wire: Fields<ResultMessage>): TokenUsage | undefined {
  const usage = readUsage(wire.usage);
  if (!t.isQwenCode || usage === undefined) return usage;
  const added = subtractUsage(usage, t.totalUsage);
  t.totalUsage = usage;
  return Object.values(added).some((tokens) => tokens < 0) ? usage : added;
}

/** Returns the total cost and the cost of this turn. */
function readCost(t: Translation, wire: Fields<ResultMessage>): { totalCostUsd: number | undefined; costUsd: number } {
  const total = asNumber(wire.total_cost_usd) ?? asNumber(wire.total_cost);
  const documented = asNumber(wire.cost_usd);
  const before = t.totalCostUsd;
  if (total === undefined) return { totalCostUsd: undefined, costUsd: documented ?? 0 };
  // A crash or an interrupt may report 0: nothing was added, and the previous total stays valid.
  if (total === 0) return { totalCostUsd: total, costUsd: 0 };
  t.totalCostUsd = total;
  // A lower total means that the count restarted (/clear, or another process in the same file).
  const difference = total >= before ? total - before : total;
  // 2.1.325 continues from the saved total in a resumed session; its first result also reports what was added.
  const added = before === 0 ? Object.values(sinceLast(wire) ?? {}).map(readModelCost) : [];
  const costUsd = added.length === 0 ? difference : added.reduce((sum, cost) => sum + cost);
  return { totalCostUsd: total, costUsd: documented ?? costUsd };
}

function sinceLast(wire: Fields<ResultMessage>): JsonObject | undefined {
  return asObject(wire.model_usage_since_last_result);
}

function readModelCost(usage: unknown): number {
  return asNumber(asObject(usage)?.["costUSD"]) ?? 0;
}

function readDenial(denial: Fields<WireDenial>): PermissionDenial {
  return {
    toolName: asString(denial.tool_name) ?? "",
    toolUseId: asString(denial.tool_use_id) ?? "",
    input: denial.tool_input ?? null,
  };
}

function readDeferred(call: Fields<ToolUseBlock> | undefined): DeferredCall | undefined {
  const toolUseId = asString(call?.id);
  if (!toolUseId) return undefined;
  return { toolUseId, name: asString(call?.name) ?? "", input: call?.input ?? null };
}
