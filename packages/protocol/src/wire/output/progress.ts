// Top-level lines about work in progress: running tools, the lifecycle of a queued prompt, the session's goal.

import type { Json, Open } from "../json.ts";
import type { ApiErrorKind } from "./api-error.ts";
import type { AgentEnvelope, Envelope } from "./envelope.ts";

/** A sub-agent's request failed and will be sent again. */
export interface SubagentRetry {
  readonly agent_id?: string;
  readonly attempt?: number;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly error_status?: number | null;
  readonly error_category?: ApiErrorKind;
}

/** A tool is still running. @since 2.1.325 */
export interface ToolProgressMessage extends AgentEnvelope {
  readonly type: "tool_progress";
  /** @checked */
  readonly tool_use_id: string;
  readonly tool_name?: string;
  /** @checked optional */
  readonly elapsed_time_seconds?: number;
  readonly task_id?: string;
  /** True if the line only says that the tool is still alive. */
  readonly heartbeat?: boolean;
  readonly subagent_retry?: SubagentRetry;
}

/** A one-sentence summary of several tool calls. */
export interface ToolUseSummaryMessage extends Envelope {
  readonly type: "tool_use_summary";
  readonly summary: string;
  readonly preceding_tool_use_ids?: readonly string[];
}

/** The state of a prompt that was sent with a `uuid`. In no declaration. @since 2.1.250 */
export interface CommandLifecycleMessage extends Envelope {
  readonly type: "command_lifecycle";
  /** The prompt's own uuid. */
  readonly command_uuid: string;
  readonly state: Open<"queued" | "started" | "completed">;
}

/** The condition that the session works towards. */
export interface ActiveGoal {
  readonly condition: string;
  readonly iterations?: number;
  /** Type not published. */
  readonly set_at?: Json;
  readonly tokens_at_start?: number;
  readonly last_reason?: string;
}

/** The new goal; null if there is none. */
export interface ActiveGoalMessage extends Envelope {
  readonly type: "active_goal";
  readonly value: ActiveGoal | null;
}
