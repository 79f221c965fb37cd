// Rebuilds a recorded `result`.

import type { AgentStats, Line, LineBuilder, TurnInfo } from "../../../src/engine/lines/lines.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import { list, number, object, text, textOr } from "./fields.ts";

export function rebuildResult(lines: LineBuilder, line: JsonObject): Line {
  const last = line["user_message_uuid"];
  const uuids = (line["user_message_uuids"] ?? (last === undefined ? [] : [last])) as readonly string[];
  const origin = line["origin"] as JsonObject | undefined;
  return lines.result({
    outcome: toOutcome(line),
    stopReason: (line["stop_reason"] ?? null) as string | null,
    turns: number(line, "num_turns"),
    durationMs: number(line, "duration_ms"),
    apiDurationMs: number(line, "duration_api_ms"),
    totalCostUsd: number(line, "total_cost_usd"),
    usage: {
      inputTokens: number(line, "usage", "input_tokens"),
      outputTokens: number(line, "usage", "output_tokens"),
      cacheCreationInputTokens: number(line, "usage", "cache_creation_input_tokens"),
      cacheReadInputTokens: number(line, "usage", "cache_read_input_tokens"),
    },
    modelUsage: toModelUsage(object(line, "modelUsage")),
    denials: list(line, "permission_denials").map((denial) => ({
      toolName: text(denial, "tool_name"),
      toolUseId: text(denial, "tool_use_id"),
      input: object(denial, "tool_input"),
    })),
    resultIndex: number(line, "result_index"),
    userMessageUuids: uuids,
    agents: toAgentStats(object(line, "subagent_stats")),
    safetyStops: number(line, "safety_stops"),
    queuedTurns: number(line, "queued_turn_count"),
    ...(origin === undefined
      ? {}
      : { origin: { kind: "task-notification" as const, runId: textOr(origin["runId"], "") } }),
    ...("terminal_reason" in line ? {} : isLocal(line) ? { terminalReason: null } : {}),
    ...(SPECIAL.has(text(line, "terminal_reason")) ? { terminalReason: text(line, "terminal_reason") } : {}),
    ...(typeof line["local_command"] === "string" ? { localCommand: line["local_command"] } : {}),
    ...(typeof line["first_request_input_tokens"] === "number"
      ? {
          firstRequest: {
            sentAtMs: 0,
            inputTokens: line["first_request_input_tokens"],
            cacheReadInputTokens: number(line, "first_request_cache_read_input_tokens"),
          },
        }
      : {}),
  });
}

/** Terminal reasons that do not follow from the outcome. */
const SPECIAL = new Set(["prompt_too_long", "malformed_tool_use_exhausted", "aborted_streaming"]);

/** Whether a result is that of a local command: `terminal_reason` is absent although the version has it. */
function isLocal(line: JsonObject): boolean {
  return "fast_mode_state" in line && line["stop_reason"] === null && line["subtype"] === "success";
}

function toOutcome(line: JsonObject): TurnInfo["outcome"] {
  const status = line["api_error_status"];
  const hasError = typeof status === "number" || line["terminal_reason"] === "api_error" || "api_error" in line;
  const errors = list(line, "errors") as readonly string[];
  switch (line["subtype"]) {
    case "success":
      return {
        kind: "success",
        text: text(line, "result"),
        isError: line["is_error"] === true,
        ...("structured_output" in line ? { structuredOutput: line["structured_output"] as Json } : {}),
        ...(hasError
          ? {
              error: {
                kind: "unknown",
                ...(typeof status === "number" ? { status } : {}),
                ...(typeof line["api_error"] === "string" ? { code: line["api_error"] } : {}),
              },
            }
          : {}),
      };
    case "error_max_turns":
      return { kind: "max-turns", limit: 1 };
    case "error_max_budget_usd":
      return { kind: "max-budget", limit: 0.0005 };
    case "error_max_structured_output_retries": {
      const lastError = errors[0]?.split("last StructuredOutput error: ")[1];
      return { kind: "max-structured-retries", limit: 5, ...(lastError === undefined ? {} : { lastError }) };
    }
    default: {
      const isFailure = errors[0]?.startsWith("only prompt") === true;
      if (isFailure) return { kind: "failed", errors };
      return { kind: "interrupted", during: line["stop_reason"] === "tool_use" ? "tools" : "streaming" };
    }
  }
}

export function toModelUsage(usage: JsonObject): TurnInfo["modelUsage"] {
  const entries = Object.entries(usage).map(([model, figures]) => [
    model,
    {
      inputTokens: number(figures, "inputTokens"),
      outputTokens: number(figures, "outputTokens"),
      cacheCreationInputTokens: number(figures, "cacheCreationInputTokens"),
      cacheReadInputTokens: number(figures, "cacheReadInputTokens"),
      costUsd: number(figures, "costUSD"),
    },
  ]);
  return Object.fromEntries(entries) as TurnInfo["modelUsage"];
}

function toAgentStats(stats: JsonObject): AgentStats {
  return {
    spawned: number(stats, "spawned"),
    requestedBackground: number(stats, "requested", "background"),
    requestedForeground: number(stats, "requested", "foreground"),
    startedInBackground: number(stats, "started_in_background"),
    maxDepth: number(stats, "max_depth"),
    spawnedByAgents: number(stats, "spawned_by_subagents"),
    completed: number(stats, "completed"),
    failed: number(stats, "failed"),
    killedByUser: number(stats, "killed", "user"),
    byType: object(stats, "by_type") as Readonly<Record<string, number>>,
  };
}
