// Tasks: what the CLI tells of agents and commands that work beside the main agent. An agent's task and the agent itself
// are told the same.

import type {
  BackgroundTask,
  TaskEndEvent,
  TaskProgressEvent,
  TaskStartEvent,
  TasksChangedEvent,
  TaskUpdateEvent,
  ToolResultEvent,
} from "../translate/events.ts";
import { asObject } from "../wire/read.ts";
import { agentOf, putAgent, setAgentStatus } from "./agents.ts";
import { putCall } from "./open-calls.ts";
import type { SessionState } from "./state.ts";
import { isAlive, newTask, type TaskState } from "./task-state.ts";
import type { ToolCall } from "./tool-call.ts";

export function startTask(state: SessionState, event: TaskStartEvent): SessionState {
  const task = taskOf(state, event.taskId);
  const { toolUseId = task.toolUseId, subagentType = task.subagentType, taskType = task.taskType } = event;
  const call = state.toolCalls.get(toolUseId ?? "");
  const linked = call === undefined ? state : putCall(state, { ...call, taskId: task.id });
  const isAgent = subagentType !== undefined || event.prompt !== undefined || taskType?.includes("agent") === true;
  const listed = isAgent && toolUseId !== undefined ? describeAgent(linked, toolUseId, event) : linked;
  return putTask(listed, {
    ...task,
    toolUseId,
    subagentType,
    taskType,
    description: event.description ?? task.description,
    parentTaskId: event.parentTaskId ?? task.parentTaskId,
    isBackgrounded: event.isBackgrounded ?? task.isBackgrounded,
    status: "running",
  });
}

export function progressTask(state: SessionState, event: TaskProgressEvent): SessionState {
  const task = taskOf(state, event.taskId);
  return putTask(state, {
    ...task,
    toolUseId: event.toolUseId ?? task.toolUseId,
    doing: event.description ?? task.doing,
    usage: event.usage ?? task.usage,
    lastToolName: event.lastToolName ?? task.lastToolName,
    summary: event.summary ?? task.summary,
  });
}

export function updateTask(state: SessionState, event: TaskUpdateEvent): SessionState {
  const task = taskOf(state, event.taskId);
  return putTask(state, {
    ...task,
    toolUseId: event.toolUseId ?? task.toolUseId,
    description: event.description ?? task.description,
    status: event.status ?? task.status,
    isBackgrounded: event.isBackgrounded ?? task.isBackgrounded,
    error: event.error ?? task.error,
  });
}

export function endTask(state: SessionState, event: TaskEndEvent): SessionState {
  const task = taskOf(state, event.taskId);
  return putTask(state, {
    ...task,
    toolUseId: event.toolUseId ?? task.toolUseId,
    description: task.description ?? event.description,
    status: event.status,
    usage: event.usage ?? task.usage,
    summary: event.summary ?? task.summary,
    outputFile: event.outputFile ?? task.outputFile,
    doing: undefined,
  });
}

/** The list is complete: what is not in it no longer works in the background. */
export function replaceTasks(state: SessionState, event: TasksChangedEvent): SessionState {
  let next = state;
  for (const listed of event.tasks) next = putTask(next, fromList(taskOf(next, listed.taskId), listed));
  return { ...next, backgroundTaskIds: event.tasks.map(({ taskId }) => taskId) };
}

/** The call that started a task or an agent is answered: either that was its end, or it goes on in the background. */
export function settleTask(state: SessionState, call: ToolCall, event: ToolResultEvent): SessionState {
  const end = event.isError ? "failed" : "completed";
  const word = asObject(event.structured)?.["status"];
  const task = state.tasks.get(call.taskId ?? "");
  if (task === undefined || !isAlive(task.status)) {
    const agent = state.agents.get(call.id);
    if (agent === undefined || !isAlive(agent.status)) return state;
    return word === "async_launched"
      ? putAgent(state, { ...agent, isBackgrounded: true })
      : setAgentStatus(state, call.id, end);
  }
  // Older CLIs do not say where a task runs: there it goes on unless the tool's own output says that it is complete.
  const goesOn = task.isBackgrounded ?? word !== end;
  const isLaunched = word === "async_launched" || (goesOn && !event.isError);
  return putTask(state, isLaunched ? { ...task, isBackgrounded: true } : { ...task, status: end });
}

/** The state with this task in its place, and all that follows from it. */
export function putTask(state: SessionState, task: TaskState): SessionState {
  const isBackground = task.isBackgrounded === true && isAlive(task.status);
  const others = state.backgroundTaskIds.filter((id) => id !== task.id);
  const isListed = others.length < state.backgroundTaskIds.length;
  const backgroundTaskIds =
    isListed === isBackground ? state.backgroundTaskIds : isBackground ? [...others, task.id] : others;
  const next = { ...state, tasks: state.tasks.with(task.id, task), backgroundTaskIds };
  const agent = state.agents.get(task.toolUseId ?? "");
  if (agent === undefined) return next;
  const isBackgrounded = task.isBackgrounded ?? agent.isBackgrounded;
  const isTold = agent.isBackgrounded === isBackgrounded && agent.taskId === task.id;
  const told = isTold ? next : putAgent(next, { ...agent, isBackgrounded, taskId: task.id });
  return setAgentStatus(told, task.toolUseId, task.status);
}

function taskOf(state: SessionState, id: string): TaskState {
  return state.tasks.get(id) ?? newTask(id);
}

function describeAgent(state: SessionState, id: string, event: TaskStartEvent): SessionState {
  const agent = agentOf(state, id);
  return putAgent(state, {
    ...agent,
    description: event.description ?? agent.description,
    agentType: event.subagentType ?? agent.agentType,
    prompt: event.prompt ?? agent.prompt,
  });
}

function fromList(task: TaskState, listed: BackgroundTask): TaskState {
  return {
    ...task,
    description: listed.description ?? task.description,
    taskType: listed.taskType ?? task.taskType,
    subagentType: listed.subagentType ?? task.subagentType,
    isBackgrounded: true,
    status: isAlive(task.status) ? task.status : "running",
  };
}
