// Events about the session as a whole: its environment, its state, and the rate limits of the account.

import type { Json, Open } from "../../wire/json.ts";
import type { PermissionMode } from "../../wire/shared/permission.ts";
import type { EventCommon } from "./common.ts";

/** A session or a turn begins, with this environment. */
export interface SessionInitEvent extends EventCommon {
  readonly type: "session-init";
  readonly model?: string;
  readonly tools: readonly string[];
  readonly mcpServers: readonly McpServerHealth[];
  readonly permissionMode?: PermissionMode;
  readonly cwd?: string;
  /** Version of Claude Code. Absent before 2.x. */
  readonly version?: string;
  /** Version of Qwen Code, if it wrote the stream; `version` is then absent. */
  readonly qwenCodeVersion?: string;
  readonly apiKeySource?: string;
  readonly slashCommands: readonly string[];
  readonly agents: readonly string[];
  readonly skills: readonly string[];
  readonly plugins: readonly Json[];
  readonly capabilities: readonly string[];
  readonly outputStyle?: string;
  /** State of the model's fast mode: `off`, `cooldown`, `on`. Sent from 2.1.74 on. */
  readonly fastModeState?: string;
}

/** An MCP server as the init message reports it. */
export interface McpServerHealth {
  readonly name: string;
  readonly status: Open<"connected" | "failed" | "needs-auth" | "pending" | "disabled">;
}

/** What the CLI is doing between lines. */
export interface SessionStatusEvent extends EventCommon {
  readonly type: "session-status";
  /** `null` when it has finished. */
  readonly status: Open<"compacting" | "requesting"> | null;
  readonly permissionMode?: PermissionMode;
}

/** The state as the CLI itself reports it; `idle` is the authoritative end of a run. */
export interface SessionStateEvent extends EventCommon {
  readonly type: "session-state";
  readonly state: Open<"idle" | "running" | "requires-action">;
}

/** An API request failed and will be retried. */
export interface RetryEvent extends EventCommon {
  readonly type: "retry";
  readonly attempt: number;
  readonly maxRetries?: number;
  readonly delayMs?: number;
  /** HTTP status, `null` if there was no response. */
  readonly status: number | null;
  readonly error?: string;
}

/** The rate limits of the account. */
export interface RateLimitEvent extends EventCommon {
  readonly type: "rate-limit";
  readonly status: Open<"allowed" | "allowed_warning" | "rejected">;
  /** Seconds since 1970, as on the wire. */
  readonly resetsAt?: number;
  readonly window?: Open<"five_hour" | "seven_day" | "seven_day_opus" | "seven_day_sonnet" | "overage">;
  readonly utilization?: number;
  readonly overage?: Overage;
}

export interface Overage {
  readonly status?: string;
  readonly resetsAt?: number;
  readonly disabledReason?: string;
  readonly isInUse?: boolean;
}

/** The context was compacted. */
export interface CompactionEvent extends EventCommon {
  readonly type: "compaction";
  readonly trigger?: Open<"manual" | "auto">;
  readonly preTokens?: number;
  readonly postTokens?: number;
}
