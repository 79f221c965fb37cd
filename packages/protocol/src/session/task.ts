// The state of one task: a sub-agent, a background command or a workflow, as reported by the CLI's task messages.

import type { TaskStatus, TaskUsage } from "../translate/events.ts";

/** The current state of a task. Fields that were not reported are absent. */
export interface TaskState {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** The call that started it. */
  readonly toolUseId?: string;
  readonly parentTaskId?: string;
  /** The purpose of the task. */
  readonly description?: string;
  readonly prompt?: string;
  readonly taskType?: string;
  readonly subagentType?: string;
  readonly isBackgrounded?: boolean;
  readonly usage?: TaskUsage;
  /** The current activity. */
  readonly doing?: string;
  readonly lastToolName?: string;
  readonly summary?: string;
  readonly error?: string;
  readonly outputFile?: string;
}

const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "killed", "stopped"]);

/** Whether a task is not over yet. An unknown status counts as alive. */
export function isAlive({ status }: { readonly status: TaskStatus }): boolean {
  return !ENDS.has(status);
}
