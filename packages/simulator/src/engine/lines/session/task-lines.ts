// Lines about tasks: sub-agents, and shells in the background.

import type {
  BackgroundTask,
  SystemBackgroundTasksChanged,
  SystemTaskNotification,
  SystemTaskProgress,
  SystemTaskStarted,
  SystemTaskUpdated,
} from "@unspool/protocol/wire";
import { getTaskOutputFile, toLine, type Ids, type LineContext } from "../context.ts";
import type { LineBuilder, TaskInfo, TaskUsage } from "../lines.ts";

type TaskLines = Pick<
  LineBuilder,
  "taskStarted" | "taskProgress" | "taskUpdated" | "taskNotification" | "tasksChanged"
>;

export function createTaskLines(context: LineContext): TaskLines {
  const { quirks, identity, sessionId } = context;
  const ids = (): Ids => ({ uuid: identity.uuid(), session_id: sessionId });
  const getRunId = (task: TaskInfo): string | undefined => (quirks.has("hasRunId") ? task.runId : undefined);
  const getAgentType = (task: TaskInfo): string | undefined =>
    quirks.has("hasAgentLabels") ? task.agentType : undefined;

  return {
    taskStarted(task) {
      if (!quirks.has("writesTasks")) return undefined;
      const isDepthWritten = quirks.has("hasTaskDepth");
      return toLine<SystemTaskStarted>({
        type: "system",
        subtype: "task_started",
        task_id: task.taskId,
        run_id: getRunId(task),
        tool_use_id: task.toolUseId,
        description: task.description,
        subagent_type: getAgentType(task),
        is_backgrounded: isDepthWritten ? task.isBackground : undefined,
        spawn_depth: isDepthWritten && task.type === "local_agent" ? task.depth : undefined,
        parent_task_id: isDepthWritten && quirks.has("hasParentTask") ? task.parentTaskId : undefined,
        task_type: task.type,
        prompt: task.prompt,
        ...ids(),
      });
    },

    taskProgress(task, usage, tool) {
      if (!quirks.has("writesTasks")) return undefined;
      return toLine<SystemTaskProgress>({
        type: "system",
        subtype: "task_progress",
        task_id: task.taskId,
        run_id: getRunId(task),
        tool_use_id: task.toolUseId,
        description: describeActivity(tool),
        subagent_type: getAgentType(task),
        usage: toWireUsage(usage),
        last_tool_name: tool.name,
        ...ids(),
      });
    },

    taskUpdated(task, status, error) {
      if (!quirks.has(task.isBackground ? "writesTaskUpdates" : "writesForegroundUpdates")) return undefined;
      const patch = { status, end_time: identity.now(), ...(error === undefined ? {} : { error }) };
      return toLine<SystemTaskUpdated>({
        type: "system",
        subtype: "task_updated",
        task_id: task.taskId,
        run_id: getRunId(task),
        patch,
        ...ids(),
      });
    },

    taskNotification(task, status, summary, usage) {
      const isOld = !quirks.has("writesReport");
      // 2.1.20 reports the end of a background task, without its call, its file and its usage.
      const isBare = !quirks.has("writesTasks");
      if (isBare && !(quirks.has("writesTaskEnd") && task.isBackground)) return undefined;
      const hasUsage = !isBare && task.type === "local_agent" && (isOld || status === "completed");
      // 2.1.74 keeps no file of an agent in the foreground.
      const hasFile = !isBare && !(isOld && !task.isBackground);
      return toLine<SystemTaskNotification>({
        type: "system",
        subtype: "task_notification",
        task_id: task.taskId,
        run_id: isBare ? undefined : getRunId(task),
        tool_use_id: isBare ? undefined : task.toolUseId,
        status,
        output_file: hasFile ? getTaskOutputFile(context, task.taskId) : "",
        summary: getSummary(context, task, status, isBare ? "" : summary),
        usage: hasUsage ? toWireUsage(usage) : undefined,
        ...(isOld && task.isBackground ? { session_id: sessionId, uuid: identity.uuid() } : ids()),
      });
    },

    tasksChanged(tasks) {
      if (!quirks.has("writesTaskList")) return undefined;
      const list = tasks.map((task): BackgroundTask => {
        const runId = getRunId(task);
        const agentType = quirks.has("listsAgentTypes") ? getAgentType(task) : undefined;
        return {
          task_id: task.taskId,
          ...(runId === undefined ? {} : { run_id: runId }),
          task_type: task.type,
          ...(agentType === undefined ? {} : { subagent_type: agentType }),
          description: task.description,
        };
      });
      return toLine<SystemBackgroundTasksChanged>({
        type: "system",
        subtype: "background_tasks_changed",
        tasks: list,
        ...ids(),
      });
    },
  };
}

function toWireUsage({ tokens, toolUses, durationMs }: TaskUsage): SystemTaskProgress["usage"] {
  return { total_tokens: tokens, tool_uses: toolUses, duration_ms: durationMs };
}

/** Bash, Read and Agent were measured; the other verbs are guesses in the same style. */
const VERBS: Readonly<Record<string, string>> = {
  Bash: "Running",
  Read: "Reading",
  Write: "Writing",
  Edit: "Editing",
  Grep: "Searching for",
  Glob: "Finding",
};

function describeActivity(tool: { readonly name: string; readonly description: string }): string {
  const verb = VERBS[tool.name];
  return verb === undefined || tool.description.startsWith(`${verb} `)
    ? tool.description
    : `${verb} ${tool.description}`;
}

function getSummary(context: LineContext, task: TaskInfo, status: string, report: string): string {
  if (task.type === "local_bash") {
    const end = status === "completed" ? "completed (exit code 0)" : status;
    return `Background command "${task.description}" ${end}`;
  }
  if (status === "stopped") return task.description;
  if (context.quirks.has("writesReport")) return report;
  return task.isBackground ? `Agent "${task.description}" ${status}` : task.description;
}
