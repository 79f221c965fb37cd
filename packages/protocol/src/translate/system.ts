// Translates system messages: a small reader for some of them; all other known ones become notices.

import { numbers, present, strings, type Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { asArray, asBoolean, asNumber, asObject, asObjects, asString, asStrings } from "../wire/read.ts";
import { isTaskData } from "../wire/shape.ts";
import type { InitMcpServer, SystemInit } from "../wire/output/init.ts";
import type { SystemHookProgress, SystemHookResponse, SystemHookStarted } from "../wire/output/system-hook.ts";
import type { SystemApiRetry } from "../wire/output/system-model.ts";
import type { SystemPermissionDenied } from "../wire/output/system-notice.ts";
import type {
  CompactMetadata,
  SystemCompactBoundary,
  SystemSessionStateChanged,
  SystemStatus,
} from "../wire/output/system-session.ts";
import type {
  BackgroundTask as WireTask,
  SystemBackgroundTasksChanged,
  SystemTaskNotification,
  SystemTaskProgress,
  SystemTaskStarted,
  SystemTaskUpdated,
} from "../wire/output/system-task.ts";
import type { BackgroundTask, McpServerHealth, TaskUsage } from "./events.ts";
import { closeOtherSessions, endAgent, retractLines } from "./messages.ts";
import { nameAgent } from "./transcript-agent.ts";
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
  const reader = READERS.get(asString(wire["subtype"]) ?? "");
  if (reader === undefined) translateNotice(t, wire);
  else reader(t, isTaskData(wire) ? (asObject(wire["data"]) ?? {}) : wire);
}

/** Translates a known message without its own event type to a notice: its data without the envelope. */
export function translateNotice(t: Translation, wire: JsonObject): void {
  const { type, session_id: _session, uuid: _uuid, ...data } = wire;
  const { subtype, ...rest } = data;
  const name = type === "system" ? asString(subtype) : undefined;
  emit(t, "notice", name === undefined ? { subtype: asString(type) ?? "", data } : { subtype: name, data: rest });
}

function translateInit(t: Translation, wire: Fields<SystemInit>): void {
  const version = asString(wire.claude_code_version);
  const { qwenCodeVersion } = strings(wire, "qwenCodeVersion");
  if (version !== undefined) t.isRealCli = true;
  t.isQwenCode = qwenCodeVersion !== undefined;
  t.hasInit = true;
  t.ownSession = t.sessionId;
  t.lastResult = undefined;
  closeOtherSessions(t);
  emit(t, "session-init", {
    ...strings(wire, "model", "cwd", "outputStyle", "fastModeState"),
    tools: asStrings(wire.tools),
    mcpServers: asObjects(wire.mcp_servers).map(readServer),
    permissionMode: asString(wire.permissionMode) ?? asString(wire.permission_mode),
    version,
    qwenCodeVersion,
    apiKeySource: asString(wire.apiKeySource),
    slashCommands: asStrings(wire.slash_commands),
    agents: asStrings(wire.agents),
    skills: asStrings(wire.skills),
    plugins: asArray(wire.plugins),
    capabilities: asStrings(wire.capabilities),
  });
}

function readServer(server: Fields<InitMcpServer>): McpServerHealth {
  return { name: asString(server.name) ?? "", status: asString(server.status) ?? "" };
}

function translateStatus(t: Translation, wire: Fields<SystemStatus>): void {
  emit(t, "session-status", {
    status: asString(wire.status) ?? null,
    permissionMode: asString(wire.permissionMode),
  });
}

function translateState(t: Translation, wire: Fields<SystemSessionStateChanged>): void {
  emit(t, "session-state", { state: (asString(wire.state) ?? "").replaceAll("_", "-") });
}

function translateCompaction(t: Translation, wire: Fields<SystemCompactBoundary>): void {
  const metadata: Fields<CompactMetadata> = asObject(wire.compact_metadata) ?? {};
  emit(t, "compaction", { ...strings(metadata, "trigger"), ...numbers(metadata, "preTokens", "postTokens") });
}

function translateRetry(t: Translation, wire: Fields<SystemApiRetry>): void {
  emit(t, "retry", {
    attempt: asNumber(wire.attempt) ?? 1,
    ...numbers(wire, "maxRetries"),
    delayMs: asNumber(wire.retry_delay_ms),
    status: asNumber(wire.error_status) ?? null,
    ...strings(wire, "error"),
  });
}

function translateDenied(t: Translation, wire: Fields<SystemPermissionDenied>): void {
  t.agent = t.agentByTask.get(asString(wire.agent_id) ?? "") ?? t.agent;
  emit(t, "permission-denied", {
    toolName: asString(wire.tool_name) ?? "",
    ...strings(wire, "toolUseId"),
    reason: asString(wire.decision_reason) ?? asString(wire.message),
  });
}

function translateFallback(t: Translation, wire: JsonObject): void {
  retractLines(t, asStrings(wire["retracted_message_uuids"]));
  translateNotice(t, wire);
}

function translateTaskStart(t: Translation, wire: Fields<SystemTaskStarted>): void {
  const task = readTaskFields(wire);
  if (task.toolUseId !== undefined) nameAgent(t, task.taskId, task.toolUseId);
  const isBackgrounded = asBoolean(wire.is_backgrounded);
  const more = strings(wire, "subagentType", "taskType", "parentTaskId", "prompt");
  emit(t, "task-start", Object.assign(task, more, { isBackgrounded }));
}

function translateTaskProgress(t: Translation, wire: Fields<SystemTaskProgress>): void {
  const usage = readTaskUsage(wire.usage);
  emit(t, "task-progress", Object.assign(readTaskFields(wire), { usage }, strings(wire, "lastToolName", "summary")));
}

function translateTaskUpdate(t: Translation, wire: Fields<SystemTaskUpdated>): void {
  const patch: Fields<SystemTaskUpdated["patch"]> = asObject(wire.patch) ?? {};
  const isBackgrounded = asBoolean(patch["is_backgrounded"]);
  const changes = strings(patch, "description", "status", "error");
  emit(t, "task-update", Object.assign(readTaskFields(wire), changes, { isBackgrounded }));
}

function translateTaskEnd(t: Translation, wire: Fields<SystemTaskNotification>): void {
  const task = readTaskFields(wire);
  endAgent(t, task.toolUseId ?? t.agentByTask.get(task.taskId));
  t.agentByTask.delete(task.taskId);
  const end = { status: asString(wire.status) ?? "completed", usage: readTaskUsage(wire.usage) };
  emit(t, "task-end", Object.assign(task, end, strings(wire, "summary", "outputFile")));
}

function readTaskFields(wire: Fields<SystemTaskStarted>): TaskFields {
  return Object.assign({ taskId: asString(wire.task_id) ?? "" }, strings(wire, "toolUseId", "description"));
}

interface TaskFields extends Record<"toolUseId" | "description", string | undefined> {
  readonly taskId: string;
}

function readTaskUsage(value: unknown): TaskUsage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const { totalTokens = 0, toolUses = 0, durationMs = 0 } = numbers(usage, "totalTokens", "toolUses", "durationMs");
  return { totalTokens, toolUses, durationMs };
}

function translateTasks(t: Translation, wire: Fields<SystemBackgroundTasksChanged>): void {
  emit(t, "tasks-changed", { tasks: asObjects(wire.tasks).map(readTask) });
}

function readTask(task: Fields<WireTask>): BackgroundTask {
  const taskId = asString(task.task_id) ?? "";
  return { taskId, ...present(strings(task, "description", "taskType", "subagentType")) };
}

function translateHookStart(t: Translation, wire: Fields<SystemHookStarted>): void {
  const { output: _output, ...hook } = readHookFields(wire);
  emit(t, "hook-start", hook);
}

function translateHookProgress(t: Translation, wire: Fields<SystemHookProgress>): void {
  emit(t, "hook-progress", readHookFields(wire));
}

function translateHookEnd(t: Translation, wire: Fields<SystemHookResponse>): void {
  emit(t, "hook-end", { ...readHookFields(wire), ...strings(wire, "outcome"), ...numbers(wire, "exitCode") });
}

function readHookFields(wire: Fields<SystemHookProgress>): HookFields {
  const { hookName, hookEvent, hookId, output, stdout } = strings(
    wire,
    "hookName",
    "hookEvent",
    "hookId",
    "output",
    "stdout",
  );
  // 2.0.76 sends no id, so the name is used instead.
  return { hookId: hookId ?? hookName ?? "", name: hookName, event: hookEvent, output: output ?? stdout };
}

interface HookFields extends Record<"name" | "event" | "output", string | undefined> {
  readonly hookId: string;
}
