// System lines on tasks: sub-agents, background commands and workflows, from start to end.

import type { JsonObject, Open } from "../json.ts";
import type { SystemEnvelope } from "./envelope.ts";

/** What a task has used. */
export interface TaskUsage {
  readonly total_tokens: number;
  readonly tool_uses: number;
  readonly duration_ms: number;
}

/** The task a line is about. */
interface TaskLine<Subtype extends string> extends SystemEnvelope<Subtype> {
  /** @checked */
  readonly task_id: string;
  /** @since 2.1.325 */
  readonly run_id?: string;
  /** The call that started it. @since 2.1.74 @checked optional */
  readonly tool_use_id?: string;
  /** All fields of the task, in place of those in the line itself. Observed in Qwen Code 0.24.4. */
  readonly data?: JsonObject;
}

/** A task began. @since 2.1.74 */
export interface SystemTaskStarted extends TaskLine<"task_started"> {
  /** @checked optional */
  readonly description: string;
  readonly task_type?: Open<"local_agent">;
  /** @since 2.1.200 */
  readonly subagent_type?: string;
  /** @since 2.1.250 */
  readonly is_backgrounded?: boolean;
  /** @since 2.1.250 */
  readonly spawn_depth?: number;
  /** @since 2.1.325 */
  readonly parent_task_id?: string;
  /** A shell of a sub-agent that runs for more than two seconds. @since 2.1.325 */
  readonly owned_by_subagent?: boolean;
  readonly workflow_name?: string;
  readonly prompt?: string;
  /** The line need not be shown in a transcript. */
  readonly skip_transcript?: boolean;
  /** The task is the CLI's own housekeeping. */
  readonly ambient?: boolean;
}

/** A task is still running. @since 2.1.74 */
export interface SystemTaskProgress extends TaskLine<"task_progress"> {
  /** The current activity. In `task_started`, the same field is the purpose of the task. @checked optional */
  readonly description: string;
  /** @checked optional */
  readonly usage: TaskUsage;
  /** @since 2.1.200 */
  readonly subagent_type?: string;
  readonly last_tool_name?: string;
  readonly summary?: string;
  /** Progress of the agents and phases of a workflow. @since 2.1.325 */
  readonly workflow_progress?: readonly JsonObject[];
}

/** State of a task. */
export type TaskStatus = Open<"pending" | "running" | "completed" | "failed" | "killed" | "paused">;

/** Something about a task changed: merge `patch` into what is known of it. @since 2.1.120 */
export interface SystemTaskUpdated extends TaskLine<"task_updated"> {
  /** @checked optional */
  readonly patch: {
    readonly status?: TaskStatus;
    readonly description?: string;
    /** Unix time in milliseconds. */
    readonly end_time?: number;
    readonly total_paused_ms?: number;
    readonly error?: string;
    readonly is_backgrounded?: boolean;
  };
}

/** A task ended. @since 2.1.20 */
export interface SystemTaskNotification extends TaskLine<"task_notification"> {
  /** @checked optional */
  readonly status: Open<"completed" | "failed" | "stopped">;
  readonly reason?: Open<"worker_restart">;
  /** In no recording; read if present. @checked optional */
  readonly description?: string;
  /** Path of the file with the output; empty if there is none. */
  readonly output_file: string;
  readonly summary: string;
  /** @since 2.1.74 @checked optional */
  readonly usage?: TaskUsage;
  readonly resource_links?: readonly JsonObject[];
  readonly skip_transcript?: boolean;
  readonly ambient?: boolean;
}

/** A task that runs in the background. */
export interface BackgroundTask {
  readonly task_id: string;
  /** @since 2.1.325 */
  readonly run_id?: string;
  readonly task_type?: string;
  /** @since 2.1.325 */
  readonly subagent_type?: string;
  readonly description?: string;
  readonly parent_task_id?: string;
  readonly ambient?: boolean;
}

/** The background tasks changed. Replaces the previous list; nothing is sent at start-up. @since 2.1.250 */
export interface SystemBackgroundTasksChanged extends SystemEnvelope<"background_tasks_changed"> {
  /** @checked */
  readonly tasks: readonly BackgroundTask[];
}

/** System lines on tasks. */
export type SystemTaskMessage =
  | SystemTaskStarted
  | SystemTaskProgress
  | SystemTaskUpdated
  | SystemTaskNotification
  | SystemBackgroundTasksChanged;
