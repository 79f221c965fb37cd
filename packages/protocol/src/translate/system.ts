// System messages: one small reader each; every other known one is a notice.

import type { JsonObject } from "../wire/json.ts";
import { asArray, asBoolean, asNumber, asObject, asObjects, asString, asStrings } from "../wire/read.ts";
import type { BackgroundTask, McpServerHealth, TaskUsage } from "./events.ts";
import { laneKey } from "./lane.ts";
import { closeLane, retractLines } from "./messages.ts";
import { remember } from "./remember.ts";
import { emit, type Translation } from "./translation.ts";

type Reader = (t: Translation, wire: JsonObject) => void;

const READERS = new Map<string, Reader>([
  ["init", translateInit],
  ["status", translateStatus],
  ["session_state_changed", translateState],
  ["compact_boundary", translateCompaction],
  ["api_retry", translateRetry],
  ["permission_denied", translateDenied],
  ["model_refusal_fallback", translateFallback],
  ["task_started", translateTaskStart],
  ["task_progress", translateTaskProgress],
  ["task_updated", translateTaskUpdate],
  ["task_notification", translateTaskEnd],
  ["background_tasks_changed", translateTasks],
  ["hook_started", translateHookStart],
  ["hook_progress", translateHookProgress],
  ["hook_response", translateHookEnd],
]);

export function translateSystem(t: Translation, wire: JsonObject): void {
  const reader = READERS.get(asString(wire["subtype"]) ?? "") ?? translateNotice;
  reader(t, wire);
}

/** A known message with no event of its own, as data without the envelope. */
export function translateNotice(t: Translation, wire: JsonObject): void {
  const { type, subtype, session_id: _session, uuid: _uuid, ...data } = wire;
  emit(t, "notice", { subtype: asString(subtype) ?? asString(type) ?? "", data });
}

function translateInit(t: Translation, wire: JsonObject): void {
  const version = asString(wire["claude_code_version"]);
  if (version !== undefined) t.isRealCli = true;
  emit(t, "session-init", {
    model: asString(wire["model"]),
    tools: asStrings(wire["tools"]),
    mcpServers: asObjects(wire["mcp_servers"]).map(readServer),
    permissionMode: asString(wire["permissionMode"]),
    cwd: asString(wire["cwd"]),
    version,
    apiKeySource: asString(wire["apiKeySource"]),
    slashCommands: asStrings(wire["slash_commands"]),
    agents: asStrings(wire["agents"]),
    skills: asStrings(wire["skills"]),
    plugins: asArray(wire["plugins"]),
    capabilities: asStrings(wire["capabilities"]),
    outputStyle: asString(wire["output_style"]),
  });
}

function readServer(server: JsonObject): McpServerHealth {
  return { name: asString(server["name"]) ?? "", status: asString(server["status"]) ?? "" };
}

function translateStatus(t: Translation, wire: JsonObject): void {
  emit(t, "session-status", {
    status: asString(wire["status"]) ?? null,
    permissionMode: asString(wire["permissionMode"]),
  });
}

function translateState(t: Translation, wire: JsonObject): void {
  emit(t, "session-state", { state: (asString(wire["state"]) ?? "").replaceAll("_", "-") });
}

function translateCompaction(t: Translation, wire: JsonObject): void {
  const metadata = asObject(wire["compact_metadata"]) ?? {};
  emit(t, "compaction", {
    trigger: asString(metadata["trigger"]),
    preTokens: asNumber(metadata["pre_tokens"]),
    postTokens: asNumber(metadata["post_tokens"]),
  });
}

function translateRetry(t: Translation, wire: JsonObject): void {
  emit(t, "retry", {
    attempt: asNumber(wire["attempt"]) ?? 1,
    maxRetries: asNumber(wire["max_retries"]),
    delayMs: asNumber(wire["retry_delay_ms"]),
    status: asNumber(wire["error_status"]) ?? null,
    error: asString(wire["error"]),
  });
}

function translateDenied(t: Translation, wire: JsonObject): void {
  t.agent = t.agentOfTask.get(asString(wire["agent_id"]) ?? "") ?? t.agent;
  emit(t, "permission-denied", {
    toolName: asString(wire["tool_name"]) ?? "",
    toolUseId: asString(wire["tool_use_id"]),
    reason: asString(wire["decision_reason"]) ?? asString(wire["message"]),
  });
}

function translateFallback(t: Translation, wire: JsonObject): void {
  retractLines(t, asStrings(wire["retracted_message_uuids"]));
  translateNotice(t, wire);
}

function translateTaskStart(t: Translation, wire: JsonObject): void {
  const taskId = asString(wire["task_id"]) ?? "";
  const toolUseId = asString(wire["tool_use_id"]);
  if (toolUseId !== undefined) remember(t.agentOfTask, taskId, toolUseId);
  emit(t, "task-start", {
    taskId,
    toolUseId,
    description: asString(wire["description"]),
    subagentType: asString(wire["subagent_type"]),
    taskType: asString(wire["task_type"]),
    isBackgrounded: asBoolean(wire["is_backgrounded"]),
    parentTaskId: asString(wire["parent_task_id"]),
    prompt: asString(wire["prompt"]),
  });
}

function translateTaskProgress(t: Translation, wire: JsonObject): void {
  emit(t, "task-progress", {
    ...taskCommon(wire),
    usage: readTaskUsage(wire["usage"]),
    lastToolName: asString(wire["last_tool_name"]),
    summary: asString(wire["summary"]),
  });
}

function translateTaskUpdate(t: Translation, wire: JsonObject): void {
  const patch = asObject(wire["patch"]) ?? {};
  emit(t, "task-update", {
    ...taskCommon(wire),
    description: asString(patch["description"]),
    status: asString(patch["status"]),
    isBackgrounded: asBoolean(patch["is_backgrounded"]),
    error: asString(patch["error"]),
  });
}

function translateTaskEnd(t: Translation, wire: JsonObject): void {
  const common = taskCommon(wire);
  const key = laneKey(t.sessionId, common.toolUseId ?? t.agentOfTask.get(common.taskId) ?? "");
  const lane = t.lanes.get(key);
  if (lane !== undefined && lane.agent !== null) {
    closeLane(t, lane);
    t.lanes.delete(key);
  }
  t.agentOfTask.delete(common.taskId);
  emit(t, "task-end", {
    ...common,
    status: asString(wire["status"]) ?? "completed",
    usage: readTaskUsage(wire["usage"]),
    summary: asString(wire["summary"]),
    outputFile: asString(wire["output_file"]),
  });
}

function taskCommon(wire: JsonObject): {
  taskId: string;
  toolUseId: string | undefined;
  description: string | undefined;
} {
  return {
    taskId: asString(wire["task_id"]) ?? "",
    toolUseId: asString(wire["tool_use_id"]),
    description: asString(wire["description"]),
  };
}

function readTaskUsage(value: unknown): TaskUsage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  return {
    totalTokens: asNumber(usage["total_tokens"]) ?? 0,
    toolUses: asNumber(usage["tool_uses"]) ?? 0,
    durationMs: asNumber(usage["duration_ms"]) ?? 0,
  };
}

function translateTasks(t: Translation, wire: JsonObject): void {
  emit(t, "tasks-changed", { tasks: asObjects(wire["tasks"]).map(readTask) });
}

function readTask(task: JsonObject): BackgroundTask {
  const description = asString(task["description"]);
  const taskType = asString(task["task_type"]);
  const subagentType = asString(task["subagent_type"]);
  return {
    taskId: asString(task["task_id"]) ?? "",
    ...(description === undefined ? {} : { description }),
    ...(taskType === undefined ? {} : { taskType }),
    ...(subagentType === undefined ? {} : { subagentType }),
  };
}

function hookCommon(wire: JsonObject): { hookId: string; name: string | undefined; event: string | undefined } {
  return {
    // 2.0.76 gives no id; the name is the best there is.
    hookId: asString(wire["hook_id"]) ?? asString(wire["hook_name"]) ?? "",
    name: asString(wire["hook_name"]),
    event: asString(wire["hook_event"]),
  };
}

function translateHookStart(t: Translation, wire: JsonObject): void {
  emit(t, "hook-start", hookCommon(wire));
}

function translateHookProgress(t: Translation, wire: JsonObject): void {
  emit(t, "hook-progress", { ...hookCommon(wire), output: asString(wire["output"]) ?? asString(wire["stdout"]) });
}

function translateHookEnd(t: Translation, wire: JsonObject): void {
  emit(t, "hook-end", {
    ...hookCommon(wire),
    outcome: asString(wire["outcome"]),
    output: asString(wire["output"]) ?? asString(wire["stdout"]),
    exitCode: asNumber(wire["exit_code"]),
  });
}
