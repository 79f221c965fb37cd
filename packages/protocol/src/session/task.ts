// One task: a sub-agent, a background command or a workflow, as the CLI's task messages tell of it.

import type { TaskStatus, TaskUsage } from "../translate/events.ts";

/** A task as far as it has come. What nobody has told is absent. */
export interface TaskState {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** The call that started it. */
  readonly toolUseId?: string;
  readonly parentTaskId?: string;
  /** What it is for. */
  readonly description?: string;
  readonly prompt?: string;
  readonly taskType?: string;
  readonly subagentType?: string;
  readonly isBackgrounded?: boolean;
  readonly usage?: TaskUsage;
  /** What it does at the moment. */
  readonly doing?: string;
  readonly lastToolName?: string;
  readonly summary?: string;
  readonly error?: string;
  readonly outputFile?: string;
}

const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "killed", "stopped"]);

/** Not over yet. Words this version does not know count as alive: only a known end is an end. */
export function isAlive({ status }: { readonly status: TaskStatus }): boolean {
  return !ENDS.has(status);
}
