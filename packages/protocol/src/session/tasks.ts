// Tasks: agents and commands that run beside the main agent. Each change of an agent's task is also applied to the
// agent.

import type {
  TaskEndEvent,
  TaskProgressEvent,
  TaskStartEvent,
  TasksChangedEvent,
  TaskUpdateEvent,
  ToolResultEvent,
} from "../translate/events.ts";
import { asObject } from "../wire/read.ts";
import { getAgent, putAgent } from "./agents.ts";
import { change, keep } from "./containers/keep.ts";
import { putCall } from "./open-calls.ts";
import type { Draft } from "./state.ts";
import { isAlive, type TaskState } from "./task.ts";
import { getPayload } from "./event-payload.ts";
import type { ToolCall } from "./tool-call.ts";

/** Bounds the list for tasks that are never ended. */
const MAX_BACKGROUND = 1024;

export function startTask(draft: Draft, event: TaskStartEvent): void {
  const { taskId, toolUseId, description, subagentType, prompt, taskType } = event;
  const call = draft.toolCalls.get(toolUseId ?? "");
  if (call !== undefined) putCall(draft, { ...call, taskId });
  const isAgent = subagentType !== undefined || prompt !== undefined || taskType?.includes("agent") === true;
  if (isAgent && toolUseId !== undefined) {
    const agent = getAgent(draft, toolUseId);
    putAgent(draft, {
      ...agent,
      description: description ?? agent.description,
      agentType: subagentType ?? agent.agentType,
      prompt: prompt ?? agent.prompt,
    });
  }
  putTask(draft, { ...getTask(draft, taskId), ...getPayload(event), status: "running" });
}

export function changeTask(draft: Draft, event: TaskUpdateEvent | TaskEndEvent): void {
  // A transcript does not announce tasks: its first report of a task may be the end.
  const call = draft.toolCalls.get(event.toolUseId ?? "");
  if (call !== undefined && call.taskId === undefined) putCall(draft, { ...call, taskId: event.taskId });
  putTask(draft, { ...getTask(draft, event.taskId), ...getPayload(event) });
}

/** Records progress. Here, `description` is the current activity of the task, not its purpose. */
export function progressTask(draft: Draft, event: TaskProgressEvent): void {
  const { description: doing, ...rest } = getPayload(event);
  putTask(draft, { ...getTask(draft, event.taskId), ...rest, ...(doing === undefined ? {} : { doing }) });
}

/** Replaces the list of background tasks. It is complete: tasks that are not in it no longer run in the background. */
export function replaceTasks(draft: Draft, { tasks }: TasksChangedEvent): void {
  for (const listed of tasks) {
    const task = getTask(draft, listed.taskId);
    putTask(draft, { ...task, ...listed, isBackgrounded: true, status: isAlive(task) ? task.status : "running" });
  }
  draft.backgroundTaskIds = tasks.slice(-MAX_BACKGROUND).map(({ taskId }) => taskId);
}

/** Updates a task or agent when the call that started it is answered: it has ended, or continues in the background. */
export function settleTask(draft: Draft, call: ToolCall, event: ToolResultEvent): void {
  const end = event.isError ? "failed" : "completed";
  const word = asObject(event.structured)?.["status"];
  const isLaunched = word === "async_launched";
  const task = draft.tasks.get(call.taskId ?? "");
  if (task !== undefined && isAlive(task)) {
    // Older CLIs do not report where a task runs. It then continues, unless the tool's own output says that it is
    // complete.
    const goesOn = isLaunched || (!event.isError && (task.isBackgrounded ?? word !== end));
    return putTask(draft, goesOn ? { ...task, isBackgrounded: true } : { ...task, status: end });
  }
  const agent = draft.agents.get(call.id);
  if (agent === undefined || !isAlive(agent)) return;
  putAgent(draft, isLaunched ? { ...agent, isBackgrounded: true } : { ...agent, status: end });
}

/** Stores a task and updates its agent. */
export function putTask(draft: Draft, task: TaskState): void {
  const { taskId, toolUseId, status } = task;
  draft.tasks = draft.tasks.with(taskId, task);
  const isBackground = task.isBackgrounded === true && isAlive(task);
  if (!isBackground) draft.backgroundTaskIds = keep(draft.backgroundTaskIds, (id) => id !== taskId);
  else if (!draft.backgroundTaskIds.includes(taskId))
    draft.backgroundTaskIds = [...draft.backgroundTaskIds.slice(1 - MAX_BACKGROUND), taskId];
  const agent = draft.agents.get(toolUseId ?? "");
  if (agent === undefined) return;
  const { isBackgrounded = agent.isBackgrounded } = task;
  const informed = change(agent, { taskId, status, isBackgrounded });
  if (informed !== agent) putAgent(draft, informed);
  if (!isAlive(task)) draft.requests = keep(draft.requests, (request) => request.agent !== agent.id);
}

function getTask(draft: Draft, taskId: string): TaskState {
  return draft.tasks.get(taskId) ?? { taskId, status: "running" };
}
