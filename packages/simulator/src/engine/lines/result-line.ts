// `result`: how a turn ended. The newest version writes the same facts in an order of its own.

import type { Json, JsonObject } from "../../json.ts";
import { arrange, type LineContext } from "./context.ts";
import type { ErrorOfLine, Line, TurnOfLine } from "./lines.ts";
import { modelUsage, type ModelUsages, usageSince } from "./model-usage.ts";
import { apiErrorType } from "./api-error-type.ts";
import { resultOrder } from "./result-orders.ts";
import { subagentStats } from "./subagent-stats.ts";
import { totalUsage } from "./usage.ts";

/** Remembers what the last result counted, because 2.1.325 also tells what came since. */
export function createResultLine(context: LineContext, restored: ModelUsages): (turn: TurnOfLine) => Line {
  let counted = restored;
  return (turn) => {
    const since = turn.modelUsageSinceLastResult ?? usageSince(counted, turn.modelUsage);
    counted = turn.modelUsage;
    return resultLine(context, turn, since, new Set(Object.keys(restored)));
  };
}

function resultLine(context: LineContext, turn: TurnOfLine, since: ModelUsages, restored: ReadonlySet<string>): Line {
  const { manners, identity, sessionId } = context;
  const ending = endingOf(context, turn);
  const order = resultOrder(manners, ending.shape);
  const uuids = turn.userMessageUuids;
  const all: JsonObject = {
    type: "result",
    subtype: ending.subtype,
    is_error: ending.isError,
    api_error_status:
      ending.shape === "success" && ending.deferred === undefined ? (errorOf(turn)?.status ?? null) : undefined,
    ...errorFields(turn),
    duration_ms: turn.durationMs,
    duration_api_ms: turn.apiDurationMs,
    ...(ending.hasTimes ? timesOf(turn) : {}),
    num_turns: turn.turns,
    result: ending.text,
    stop_reason: turn.stopReason,
    session_id: sessionId,
    total_cost_usd: turn.totalCostUsd,
    usage: totalUsage(manners, turn.usage),
    modelUsage: modelUsage(manners, turn.modelUsage, restored),
    permission_denials: turn.denials.map((denial) => ({
      tool_name: denial.toolName,
      tool_use_id: denial.toolUseId,
      tool_input: denial.input,
    })),
    structured_output: ending.structuredOutput,
    deferred_tool_use: ending.deferred,
    terminal_reason: ending.terminalReason,
    fast_mode_state: "off",
    fast_mode_disabled_reason: "sdk_opt_in_required",
    origin: originOf(context, turn),
    subagent_stats: subagentStats(turn.agents),
    safety_stops: turn.safetyStops ?? 0,
    uuid: identity.uuid(),
    errors: ending.errors,
    local_command: ending.localCommand,
    ...(uuids.length > 0 ? { user_message_uuid: uuids.at(-1), user_message_uuids: uuids } : {}),
    ...(uuids.length > 0 && ending.hasTimes ? firstRequestOf(context, turn) : {}),
    queued_turn_count: turn.queuedTurns ?? 0,
    result_index: turn.resultIndex,
    model_usage_since_last_result: modelUsage(manners, since),
  };
  const known = new Set(order);
  return arrange(order, Object.fromEntries(Object.entries(all).filter(([key]) => known.has(key))));
}

interface Ending {
  readonly shape: "success" | "error" | "local" | "exhausted";
  readonly subtype: string;
  readonly isError: boolean;
  readonly hasTimes: boolean;
  readonly text?: string;
  readonly structuredOutput?: Json | undefined;
  readonly deferred?: JsonObject | undefined;
  readonly terminalReason?: string;
  readonly errors?: readonly string[];
  readonly localCommand?: string | undefined;
}

function endingOf(context: LineContext, turn: TurnOfLine): Ending {
  const { manners } = context;
  const { outcome } = turn;
  const error = { shape: "error", hasTimes: false } as const;
  const hasReason = errorOf(turn) !== undefined && manners.has("hasErrorReason");
  switch (outcome.kind) {
    case "success":
      if (turn.terminalReason === null) return localEnding(turn, outcome.text);
      return {
        shape: "success",
        subtype: "success",
        isError: outcome.isError,
        hasTimes: !outcome.isError && outcome.deferred === undefined,
        text: outcome.text,
        structuredOutput: outcome.structuredOutput,
        deferred: outcome.deferred,
        terminalReason: turn.terminalReason ?? (hasReason ? "api_error" : "completed"),
      };
    case "interrupted": {
      const isError = manners.has("failsInterrupted");
      return {
        ...error,
        subtype: "error_during_execution",
        isError,
        terminalReason: outcome.during === "tools" ? "aborted_tools" : "aborted_streaming",
        errors: isError ? [diagnosis(turn)] : [],
      };
    }
    case "max-turns": {
      const isError = manners.has("failsTurnLimit");
      return {
        ...error,
        subtype: "error_max_turns",
        isError,
        terminalReason: "max_turns",
        errors: isError ? [`Reached maximum number of turns (${outcome.limit})`] : [],
      };
    }
    case "max-budget": {
      const isError = manners.has("failsTurnLimit");
      return {
        ...error,
        subtype: "error_max_budget_usd",
        isError,
        ...(manners.has("hasLimitReason") ? { terminalReason: "budget_exhausted" } : {}),
        errors: isError ? [`Reached maximum budget ($${outcome.limit})`] : [],
      };
    }
    case "max-structured-retries": {
      const base = `Failed to provide valid structured output after ${outcome.limit} attempts`;
      const hasLast = manners.has("namesLastSchemaError") && outcome.lastError !== undefined;
      return {
        shape: "exhausted",
        hasTimes: false,
        subtype: "error_max_structured_output_retries",
        isError: true,
        ...(manners.has("hasLimitReason") ? { terminalReason: "structured_output_retry_exhausted" } : {}),
        errors: [hasLast ? `${base} — last StructuredOutput error: ${outcome.lastError}` : base],
      };
    }
    case "failed":
      return {
        ...error,
        subtype: "error_during_execution",
        isError: true,
        terminalReason: turn.terminalReason ?? "error",
        errors: outcome.errors,
      };
  }
}

function localEnding(turn: TurnOfLine, text: string): Ending {
  const base = { shape: "local", subtype: "success", isError: false, hasTimes: false, text } as const;
  return { ...base, localCommand: turn.localCommand };
}

function errorOf(turn: TurnOfLine): ErrorOfLine | undefined {
  return turn.outcome.kind === "success" ? turn.outcome.error : undefined;
}

function diagnosis(turn: TurnOfLine): string {
  const reason = turn.stopReason ?? "null";
  return `[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${reason}`;
}

function errorFields(turn: TurnOfLine): JsonObject {
  const error = errorOf(turn);
  if (error === undefined) return {};
  return {
    ...(error.status === undefined ? {} : { api_error_type: error.type ?? apiErrorType(error.status) }),
    ...(error.code === undefined ? {} : { api_error: error.code }),
  };
}

function timesOf(turn: TurnOfLine): JsonObject {
  const toRequest = turn.timeToRequestMs ?? 0;
  const toFirst = turn.timeToFirstTokenMs ?? toRequest;
  return {
    ttft_ms: toFirst,
    ttft_stream_ms: toFirst,
    time_to_request_ms: toRequest,
    first_content_frame_ms: toFirst,
  };
}

function firstRequestOf(context: LineContext, turn: TurnOfLine): JsonObject {
  const first = turn.firstRequest;
  return {
    request_sent_wall_ms: first?.sentAtMs ?? context.identity.now(),
    first_request_input_tokens: first?.inputTokens ?? turn.usage.inputTokens,
    first_request_cache_read_input_tokens: first?.cacheReadInputTokens ?? turn.usage.cacheReadInputTokens,
  };
}

function originOf(context: LineContext, turn: TurnOfLine): JsonObject | undefined {
  const { origin } = turn;
  if (origin === undefined) return undefined;
  return context.manners.has("hasRunId")
    ? { kind: origin.kind, producer: "session-task", runId: origin.runId }
    : { kind: origin.kind };
}
