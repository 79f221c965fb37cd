// Rebuilds a recorded system line.

import type { Line, NoticeSubtype, TaskInfo } from "../../../src/engine/lines/lines.ts";
import type { JsonObject } from "../../../src/json.ts";
import { at, list, number, object, text, textOr } from "./fields.ts";
import type { Rebuilding } from "./rebuilding.ts";

export function rebuildSystem(state: Rebuilding, line: JsonObject): Line | undefined {
  const { lines } = state;
  const { type: _type, subtype, uuid: _uuid, session_id: _id, ...fields } = line;
  const usage = (): { tokens: number; toolUses: number; durationMs: number } => ({
    tokens: number(line, "usage", "total_tokens"),
    toolUses: number(line, "usage", "tool_uses"),
    durationMs: number(line, "usage", "duration_ms"),
  });
  const task = state.tasks.get(text(line, "task_id")) ?? toUnreportedTask(line);
  switch (subtype) {
    case "init":
      return rebuildInit(state, line);
    case "status": {
      const { status, ...more } = fields;
      return lines.status(status as string | null, more);
    }
    case "thinking_tokens": {
      const uuid = line["user_message_uuid"];
      const tokens = number(line, "estimated_tokens");
      const delta = number(line, "estimated_tokens_delta");
      return typeof uuid === "string" ? lines.thinkingTokens(tokens, delta, uuid) : lines.thinkingTokens(tokens, delta);
    }
    case "api_retry":
      return lines.retry(
        number(line, "attempt"),
        number(line, "max_retries"),
        number(line, "retry_delay_ms"),
        line["error_status"] as number | null,
        text(line, "error"),
      );
    case "compact_boundary":
      return rebuildBoundary(state, line);
    case "permission_denied":
      return rebuildDenial(state, line);
    case "hook_started":
      return lines.hookStarted(text(line, "hook_id"), text(line, "hook_name"), text(line, "hook_event"));
    case "hook_progress":
    case "hook_response": {
      const outcome = {
        output: textOr(line["output"], text(line, "stdout")),
        stdout: text(line, "stdout"),
        stderr: text(line, "stderr"),
        exitCode: number(line, "exit_code"),
        isError: line["outcome"] === "error",
      };
      const hook = [textOr(line["hook_id"], ""), text(line, "hook_name"), text(line, "hook_event")] as const;
      return subtype === "hook_progress" ? lines.hookProgress(...hook, outcome) : lines.hookResponse(...hook, outcome);
    }
    case "task_started": {
      const started = toTask(line);
      // Only the newest version writes that a task is in the background; the call shows it in every version.
      const call = state.calls.get(started.toolUseId)?.input as JsonObject | undefined;
      const known = { ...started, isBackground: call?.["run_in_background"] === true };
      state.tasks.set(started.taskId, known);
      return lines.taskStarted(known);
    }
    case "task_progress":
      return lines.taskProgress(task, usage(), {
        name: text(line, "last_tool_name"),
        description: text(line, "description"),
      });
    case "task_updated":
      return lines.taskUpdated(task, text(line, "patch", "status") as "completed");
    case "task_notification":
      return lines.taskNotification(task, text(line, "status") as "completed", text(line, "summary"), usage());
    case "background_tasks_changed":
      return lines.tasksChanged(list(line, "tasks").map((entry) => toTask(entry as JsonObject)));
    default:
      return lines.system(subtype as NoticeSubtype, fields);
  }
}

/** Returns a task of which only the end was recorded. */
function toUnreportedTask(line: JsonObject): TaskInfo {
  const [, kind, description = ""] = /^(Agent|Background command) "(.*)"/.exec(text(line, "summary")) ?? [];
  return {
    taskId: text(line, "task_id"),
    runId: "",
    toolUseId: "",
    type: kind === "Agent" ? "local_agent" : "local_bash",
    description,
    isBackground: true,
    depth: 1,
  };
}

function rebuildDenial(state: Rebuilding, line: JsonObject): Line | undefined {
  const denial = [text(line, "tool_name"), text(line, "tool_use_id"), text(line, "message")] as const;
  const type = line["decision_reason_type"];
  const { lines } = state;
  return typeof type === "string" ? lines.permissionDenied(...denial, type) : lines.permissionDenied(...denial);
}

function rebuildInit(state: Rebuilding, line: JsonObject): Line {
  const tools = list(line, "tools") as readonly string[];
  state.model = text(line, "model");
  return state.lines.init({
    cwd: text(line, "cwd"),
    model: text(line, "model"),
    permissionMode: text(line, "permissionMode"),
    apiKeySource: text(line, "apiKeySource"),
    tools: tools.filter((name) => name.startsWith("mcp__") || name === "StructuredOutput"),
    asksHost: tools.includes("AskUserQuestion"),
    mcpServers: list(line, "mcp_servers").map((server) => ({
      name: text(server, "name"),
      status: text(server, "status"),
      displayName: "labtools",
    })),
    agents: [],
    additionalDirectories: [],
    userMessageUuids: (line["user_message_uuids"] ?? []) as readonly string[],
  });
}

function rebuildBoundary(state: Rebuilding, line: JsonObject): Line {
  const data = object(line, "compact_metadata");
  const preserved = at(data, "preserved_segment", "head_uuid");
  return state.lines.compactBoundary(
    text(data, "trigger") as "manual",
    number(data, "pre_tokens"),
    number(data, "post_tokens"),
    typeof preserved === "string" ? { preservedUuid: preserved } : {},
  );
}

function toTask(line: JsonObject): TaskInfo {
  return {
    taskId: text(line, "task_id"),
    runId: textOr(line["run_id"], ""),
    toolUseId: textOr(line["tool_use_id"], ""),
    type: text(line, "task_type") as "local_agent",
    description: text(line, "description"),
    isBackground: line["is_backgrounded"] === true,
    depth: number(line, "spawn_depth"),
    ...(typeof line["prompt"] === "string" ? { prompt: line["prompt"] } : {}),
    ...(typeof line["subagent_type"] === "string" ? { agentType: line["subagent_type"] } : {}),
    ...(typeof line["parent_task_id"] === "string" ? { parentTaskId: line["parent_task_id"] } : {}),
  };
}
