// One task: a sub-agent, a background command or a workflow, as the CLI's task messages tell of it.

import type { TaskStatus, TaskUsage } from "../translate/events.ts";

/** A task as far as it has come. */
export interface TaskState {
  readonly id: string;
  /** The call that started it. */
  readonly toolUseId: string | undefined;
  readonly parentTaskId: string | undefined;
  /** What it is for. */
  readonly description: string | undefined;
  readonly taskType: string | undefined;
  readonly subagentType: string | undefined;
  readonly status: TaskStatus;
  /** Undefined while nobody has told. */
  readonly isBackgrounded: boolean | undefined;
  readonly usage: TaskUsage | undefined;
  /** What it does at the moment. */
  readonly doing: string | undefined;
  readonly lastToolName: string | undefined;
  readonly summary: string | undefined;
  readonly error: string | undefined;
  readonly outputFile: string | undefined;
}

export function newTask(id: string): TaskState {
  return {
    id,
    toolUseId: undefined,
    parentTaskId: undefined,
    description: undefined,
    taskType: undefined,
    subagentType: undefined,
    status: "running",
    isBackgrounded: undefined,
    usage: undefined,
    doing: undefined,
    lastToolName: undefined,
    summary: undefined,
    error: undefined,
    outputFile: undefined,
  };
}

/** Not over yet. Words this version does not know count as alive: only a known end is an end. */
export function isAlive(status: TaskStatus): boolean {
  return !ENDS.has(status);
}

const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "killed", "stopped"]);
