// `result`: how a turn ended.

import type {
  MessageOrigin,
  ResultError,
  ResultSuccess,
  ResultTimings,
  SubagentStats,
  TerminalReason,
} from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../../json.ts";
import { pickFields, type Draft, type LineContext } from "../context.ts";
import type { AgentStats, ErrorInfo, Line, TurnInfo } from "../lines.ts";
import { toModelUsage, type ModelUsages, computeUsageSince } from "./model-usage.ts";
import { getApiErrorType } from "../api-error-type.ts";
import { getResultFields } from "../../versions/result-fields.ts";
import { toTotalUsage } from "../usage.ts";

/** Creates the builder of result lines. It remembers the usage of the last result, because 2.1.325 also writes the usage since then. */
export function createResultLine(context: LineContext, restored: ModelUsages): (turn: TurnInfo) => Line {
  let counted = restored;
  return (turn) => {
    const since = turn.modelUsageSinceLastResult ?? computeUsageSince(counted, turn.modelUsage);
    counted = turn.modelUsage;
    return toResultLine(context, turn, since, new Set(Object.keys(restored)));
  };
}

function toResultLine(context: LineContext, turn: TurnInfo, since: ModelUsages, restored: ReadonlySet<string>): Line {
  const { quirks, identity, sessionId } = context;
  const ending = getEnding(context, turn);
  const order = getResultFields(quirks, ending.shape);
  const uuids = turn.userMessageUuids;
  return pickFields<ResultFields>(order, {
    type: "result",
    subtype: ending.subtype,
    is_error: ending.isError,
    api_error_status:
      ending.shape === "success" && ending.deferred === undefined ? (getError(turn)?.status ?? null) : undefined,
    ...toErrorFields(turn),
    duration_ms: turn.durationMs,
    duration_api_ms: turn.apiDurationMs,
    ...(ending.hasTimes ? getTimes(turn) : {}),
    num_turns: turn.turns,
    result: ending.text,
    stop_reason: turn.stopReason,
    session_id: sessionId,
    total_cost_usd: turn.totalCostUsd,
    usage: toTotalUsage(quirks, turn.usage),
    modelUsage: toModelUsage(quirks, turn.modelUsage, restored),
    permission_denials: turn.denials.map((denial) => ({
      tool_name: denial.toolName,
      tool_use_id: denial.toolUseId,
      // A scenario may give any input.
      tool_input: denial.input as JsonObject,
    })),
    structured_output: ending.structuredOutput,
    deferred_tool_use: ending.deferred,
    terminal_reason: ending.terminalReason,
    fast_mode_state: "off",
    fast_mode_disabled_reason: "sdk_opt_in_required",
    origin: getOrigin(context, turn),
    subagent_stats: toSubagentStats(turn.agents),
    safety_stops: turn.safetyStops ?? 0,
    uuid: identity.uuid(),
    errors: ending.errors,
    local_command: ending.localCommand,
    user_message_uuid: uuids.at(-1),
    user_message_uuids: uuids.length > 0 ? uuids : undefined,
    ...(uuids.length > 0 && ending.hasTimes ? getFirstRequest(context, turn) : {}),
    queued_turn_count: turn.queuedTurns ?? 0,
    result_index: turn.resultIndex,
    model_usage_since_last_result: toModelUsage(quirks, since),
  });
}

/** The fields of successes and of errors; the shape of the result decides which of them are written. */
type ResultFields = Omit<ResultSuccess, "subtype"> & Omit<ResultError, "subtype"> & Pick<Ending, "subtype">;

interface Ending {
  readonly shape: "success" | "error" | "local" | "exhausted";
  readonly subtype: ResultSuccess["subtype"] | ResultError["subtype"];
  readonly isError: boolean;
  readonly hasTimes: boolean;
  readonly text?: string;
  readonly structuredOutput?: Json | undefined;
  readonly deferred?: ResultSuccess["deferred_tool_use"];
  readonly terminalReason?: TerminalReason;
  readonly errors?: readonly string[];
  readonly localCommand?: string | undefined;
}

function getEnding(context: LineContext, turn: TurnInfo): Ending {
  const { quirks } = context;
  const { outcome } = turn;
  const error = { shape: "error", hasTimes: false } as const;
  const hasReason = getError(turn) !== undefined && quirks.has("hasErrorReason");
  switch (outcome.kind) {
    case "success":
      if (turn.terminalReason === null) return toLocalEnding(turn, outcome.text);
      return {
        shape: "success",
        subtype: "success",
        isError: outcome.isError,
        hasTimes: !outcome.isError && outcome.deferred === undefined,
        text: outcome.text,
        structuredOutput: outcome.structuredOutput,
        // A scenario may give any input.
        deferred: outcome.deferred as ResultSuccess["deferred_tool_use"],
        terminalReason: turn.terminalReason ?? (hasReason ? "api_error" : "completed"),
      };
    case "interrupted": {
      const isError = quirks.has("failsInterrupted");
      return {
        ...error,
        subtype: "error_during_execution",
        isError,
        terminalReason: outcome.during === "tools" ? "aborted_tools" : "aborted_streaming",
        errors: isError ? [formatDiagnosis(turn)] : [],
      };
    }
    case "max-turns": {
      const isError = quirks.has("failsTurnLimit");
      return {
        ...error,
        subtype: "error_max_turns",
        isError,
        terminalReason: "max_turns",
        errors: isError ? [`Reached maximum number of turns (${outcome.limit})`] : [],
      };
    }
    case "max-budget": {
      const isError = quirks.has("failsTurnLimit");
      return {
        ...error,
        subtype: "error_max_budget_usd",
        isError,
        ...(quirks.has("hasLimitReason") ? { terminalReason: "budget_exhausted" } : {}),
        errors: isError ? [`Reached maximum budget ($${outcome.limit})`] : [],
      };
    }
    case "max-structured-retries": {
      const base = `Failed to provide valid structured output after ${outcome.limit} attempts`;
      const hasLast = quirks.has("namesLastSchemaError") && outcome.lastError !== undefined;
      return {
        shape: "exhausted",
        hasTimes: false,
        subtype: "error_max_structured_output_retries",
        isError: true,
        ...(quirks.has("hasLimitReason") ? { terminalReason: "structured_output_retry_exhausted" } : {}),
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

function toLocalEnding(turn: TurnInfo, text: string): Ending {
  const base = { shape: "local", subtype: "success", isError: false, hasTimes: false, text } as const;
  return { ...base, localCommand: turn.localCommand };
}

function getError(turn: TurnInfo): ErrorInfo | undefined {
  return turn.outcome.kind === "success" ? turn.outcome.error : undefined;
}

function formatDiagnosis(turn: TurnInfo): string {
  const reason = turn.stopReason ?? "null";
  return `[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${reason}`;
}

function toErrorFields(turn: TurnInfo): Draft<Pick<ResultSuccess, "api_error_type" | "api_error">> {
  const error = getError(turn);
  if (error === undefined) return {};
  return {
    api_error_type: error.status === undefined ? undefined : (error.type ?? getApiErrorType(error.status)),
    api_error: error.code,
  };
}

function getTimes(turn: TurnInfo): ResultTimings {
  const toRequest = turn.timeToRequestMs ?? 0;
  const toFirst = turn.timeToFirstTokenMs ?? toRequest;
  return {
    ttft_ms: toFirst,
    ttft_stream_ms: toFirst,
    time_to_request_ms: toRequest,
    first_content_frame_ms: toFirst,
  };
}

function getFirstRequest(context: LineContext, turn: TurnInfo): ResultTimings {
  const first = turn.firstRequest;
  return {
    request_sent_wall_ms: first?.sentAtMs ?? context.identity.now(),
    first_request_input_tokens: first?.inputTokens ?? turn.usage.inputTokens,
    first_request_cache_read_input_tokens: first?.cacheReadInputTokens ?? turn.usage.cacheReadInputTokens,
  };
}

function getOrigin(context: LineContext, turn: TurnInfo): MessageOrigin | undefined {
  const { origin } = turn;
  if (origin === undefined) return undefined;
  return context.quirks.has("hasRunId")
    ? { kind: origin.kind, producer: "session-task", runId: origin.runId }
    : { kind: origin.kind };
}

function toSubagentStats(stats: AgentStats | undefined): SubagentStats {
  return {
    spawned: stats?.spawned ?? 0,
    requested: {
      background: stats?.requestedBackground ?? 0,
      foreground: stats?.requestedForeground ?? 0,
      unset: stats?.requestedUnset ?? 0,
    },
    started_in_background: stats?.startedInBackground ?? 0,
    max_depth: stats?.maxDepth ?? 0,
    spawned_by_subagents: stats?.spawnedByAgents ?? 0,
    completed: stats?.completed ?? 0,
    failed: stats?.failed ?? 0,
    killed: { parent: 0, user: stats?.killedByUser ?? 0, system: 0 },
    refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
    by_type: stats?.byType ?? {},
  };
}
