// Events of background tasks and sub-agents.

import type { Open } from "../../wire/json.ts";
import type { EventCommon } from "./common.ts";

/** Usage of a task so far. */
export interface TaskUsage {
  readonly totalTokens: number;
  readonly toolUses: number;
  readonly durationMs: number;
}

export type TaskStatus = Open<"pending" | "running" | "completed" | "failed" | "killed" | "stopped" | "paused">;

interface TaskCommon extends EventCommon {
  readonly taskId: string;
  /** The tool use that started it. */
  readonly toolUseId?: string;
  readonly description?: string;
}

export interface TaskStartEvent extends TaskCommon {
  readonly type: "task-start";
  readonly subagentType?: string;
  readonly taskType?: string;
  readonly isBackgrounded?: boolean;
  readonly parentTaskId?: string;
  readonly prompt?: string;
}

export interface TaskProgressEvent extends TaskCommon {
  readonly type: "task-progress";
  readonly usage?: TaskUsage;
  readonly lastToolName?: string;
  readonly summary?: string;
}

export interface TaskUpdateEvent extends TaskCommon {
  readonly type: "task-update";
  readonly status?: TaskStatus;
  readonly isBackgrounded?: boolean;
  readonly error?: string;
}

export interface TaskEndEvent extends TaskCommon {
  readonly type: "task-end";
  readonly status: TaskStatus;
  readonly usage?: TaskUsage;
  readonly summary?: string;
  readonly outputFile?: string;
}

/** The complete list of background tasks. It replaces the previous one. */
export interface TasksChangedEvent extends EventCommon {
  readonly type: "tasks-changed";
  readonly tasks: readonly BackgroundTask[];
}

export interface BackgroundTask {
  readonly taskId: string;
  readonly description?: string;
  readonly taskType?: string;
  readonly subagentType?: string;
}
