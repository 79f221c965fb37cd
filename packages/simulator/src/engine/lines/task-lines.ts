// The lives of tasks: sub-agents and shells in the background.

import type { JsonObject } from "../../json.ts";
import { taskOutputFile } from "./agent-result.ts";
import type { LineContext } from "./context.ts";
import type { Lines, MaybeLine, TaskOfLine } from "./lines.ts";

type TaskLines = Pick<Lines, "taskStarted" | "taskProgress" | "taskUpdated" | "taskNotification" | "tasksChanged">;

export function taskLines(context: LineContext): TaskLines {
  const { manners, identity, sessionId } = context;
  const ids = (): JsonObject => ({ uuid: identity.uuid(), session_id: sessionId });
  const run = (task: TaskOfLine): JsonObject => (manners.has("hasRunId") ? { run_id: task.runId } : {});
  const agentType = (task: TaskOfLine): JsonObject =>
    manners.has("hasAgentLabels") && task.agentType !== undefined ? { subagent_type: task.agentType } : {};

  return {
    taskStarted(task) {
      if (!manners.has("writesTasks")) return undefined;
      const isAgent = task.type === "local_agent";
      const place: JsonObject = manners.has("hasTaskPlace")
        ? {
            is_backgrounded: task.isBackground,
            ...(isAgent ? { spawn_depth: task.depth } : {}),
            ...(task.parentTaskId === undefined || !manners.has("hasParentTask")
              ? {}
              : { parent_task_id: task.parentTaskId }),
          }
        : {};
      return {
        type: "system",
        subtype: "task_started",
        task_id: task.taskId,
        ...run(task),
        tool_use_id: task.toolUseId,
        description: task.description,
        ...agentType(task),
        ...place,
        task_type: task.type,
        ...(task.prompt === undefined ? {} : { prompt: task.prompt }),
        ...ids(),
      };
    },

    taskProgress(task, usage, tool) {
      if (!manners.has("writesTasks")) return undefined;
      return {
        type: "system",
        subtype: "task_progress",
        task_id: task.taskId,
        ...run(task),
        tool_use_id: task.toolUseId,
        description: activityOf(tool),
        ...agentType(task),
        usage: { total_tokens: usage.tokens, tool_uses: usage.toolUses, duration_ms: usage.durationMs },
        last_tool_name: tool.name,
        ...ids(),
      };
    },

    taskUpdated(task, status, error) {
      if (!manners.has(task.isBackground ? "writesTaskUpdates" : "writesForegroundUpdates")) return undefined;
      const patch = { status, end_time: identity.now(), ...(error === undefined ? {} : { error }) };
      return { type: "system", subtype: "task_updated", task_id: task.taskId, ...run(task), patch, ...ids() };
    },

    taskNotification(task, status, summary, usage) {
      if (!manners.has("writesTasks")) return earlyNotification(context, task, status);
      const isOld = !manners.has("tellsReport");
      const hasUsage = task.type === "local_agent" && (isOld || status === "completed");
      return {
        type: "system",
        subtype: "task_notification",
        task_id: task.taskId,
        ...run(task),
        tool_use_id: task.toolUseId,
        status,
        // 2.1.74 keeps no file of an agent in the foreground.
        output_file: isOld && !task.isBackground ? "" : taskOutputFile(context, task.taskId),
        summary: summaryOf(context, task, status, summary),
        ...(hasUsage
          ? { usage: { total_tokens: usage.tokens, tool_uses: usage.toolUses, duration_ms: usage.durationMs } }
          : {}),
        ...(isOld && task.isBackground ? { session_id: sessionId, uuid: identity.uuid() } : ids()),
      };
    },

    tasksChanged(tasks) {
      if (!manners.has("writesTaskList")) return undefined;
      const list = tasks.map((task) => ({
        task_id: task.taskId,
        ...run(task),
        task_type: task.type,
        ...(manners.has("listsAgentTypes") ? agentType(task) : {}),
        description: task.description,
      }));
      return { type: "system", subtype: "background_tasks_changed", tasks: list, ...ids() };
    },
  };
}

/** 2.1.20 tells the end of what works in the background, and nothing more. */
function earlyNotification(context: LineContext, task: TaskOfLine, status: string): MaybeLine {
  if (!context.manners.has("writesTaskEnd") || !task.isBackground) return undefined;
  return {
    type: "system",
    subtype: "task_notification",
    task_id: task.taskId,
    status,
    output_file: "",
    summary: summaryOf(context, task, status, ""),
    session_id: context.sessionId,
    uuid: context.identity.uuid(),
  };
}

/** Bash, Read and Agent were measured; the other verbs are guesses in their manner. */
const VERBS: Readonly<Record<string, string>> = {
  Bash: "Running",
  Read: "Reading",
  Write: "Writing",
  Edit: "Editing",
  Grep: "Searching for",
  Glob: "Finding",
};

function activityOf(tool: { readonly name: string; readonly description: string }): string {
  const verb = VERBS[tool.name];
  return verb === undefined || tool.description.startsWith(`${verb} `)
    ? tool.description
    : `${verb} ${tool.description}`;
}

function summaryOf(context: LineContext, task: TaskOfLine, status: string, report: string): string {
  if (task.type === "local_bash") {
    const end = status === "completed" ? "completed (exit code 0)" : status;
    return `Background command "${task.description}" ${end}`;
  }
  if (status === "stopped") return task.description;
  if (context.manners.has("tellsReport")) return report;
  return task.isBackground ? `Agent "${task.description}" ${status}` : task.description;
}
