// Result lines: the end of a turn. More lines may follow, and a prompt can have several results: two background agents
// gave three in 2.1.325. Documented results hold as little as a cost, so only the discriminants are required.

import type { Json, JsonObject } from "../json.ts";
import type { MessageOrigin } from "../shared/origin.ts";
import type { ModelUsage, Usage } from "../shared/usage.ts";
import type { StopReason } from "./api-message.ts";
import type { Envelope, PromptReference } from "./envelope.ts";
import type { FastModeState } from "./init.ts";
import type { StartupFailureReason, TerminalReason } from "./result-reason.ts";
import type { ResultTimings } from "./result-timing.ts";
import type { SubagentStats } from "./subagent-stats.ts";

/** A call that was refused during the turn. */
export interface PermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: JsonObject;
}

/** Fields that every result may have. */
interface ResultCommon extends Envelope, PromptReference {
  readonly type: "result";
  readonly duration_ms?: number;
  readonly duration_api_ms?: number;
  /** Can be true on a success, and false on an error (1.0.128, 2.1.74). */
  readonly is_error?: boolean;
  readonly num_turns?: number;
  /** Null after an interrupt. @since 2.1.74 */
  readonly stop_reason?: StopReason | null;
  /** Total since the start of the process, in newer CLIs also across resume. Never sum it; take differences. @checked optional */
  readonly total_cost_usd?: number;
  /** Documented only: the cost of this turn. No measured CLI writes it. */
  readonly cost_usd?: number;
  /** Documented in place of `total_cost_usd`. No measured CLI writes it. */
  readonly total_cost?: number;
  /** This turn, main agent only. @checked optional */
  readonly usage?: Usage;
  /** By model; cumulative like `total_cost_usd`. @checked optional */
  readonly modelUsage?: Readonly<Record<string, ModelUsage>>;
  /** By model, this result only. @since 2.1.325 */
  readonly model_usage_since_last_result?: Readonly<Record<string, ModelUsage>>;
  /** @checked optional */
  readonly permission_denials?: readonly PermissionDenial[];
  /** @since 2.1.120 */
  readonly terminal_reason?: TerminalReason;
  /** From 0; a gap means that a result was lost. @since 2.1.325 */
  readonly result_index?: number;
  /** Prompts still waiting. @since 2.1.250 */
  readonly queued_turn_count?: number;
  /** @since 2.1.74 */
  readonly fast_mode_state?: FastModeState;
  /** @since 2.1.250 */
  readonly fast_mode_disabled_reason?: string;
  /** Type not published: a number or an ISO time. */
  readonly credential_expires_at?: number | string | null;
  /** @since 2.1.200 */
  readonly origin?: MessageOrigin;
  /** @since 2.1.250 */
  readonly subagent_stats?: SubagentStats;
  /** @since 2.1.325 */
  readonly safety_stops?: number;
}

/** The turn ended by itself. With `is_error: true` an API error ended it, and `result` is the text of the error. */
export interface ResultSuccess extends ResultCommon, ResultTimings {
  /** @checked optional */
  readonly subtype: "success";
  /** The last text of the main agent. Plain text in every measured version; documented as JSON inside JSON. */
  readonly result?: string;
  /** The answer under `--json-schema`. @since 2.0.76 */
  readonly structured_output?: Json;
  /** A call that a hook deferred (`permissionDecision: "defer"`). @since 2.1.89 */
  readonly deferred_tool_use?: {
    readonly id: string;
    readonly name: string;
    readonly input: JsonObject;
  };
  /** The HTTP status of the API error; null when there was none. @since 2.1.120 */
  readonly api_error_status?: number | null;
  /** @since 2.1.325 */
  readonly api_error?: string;
  /** @since 2.1.325 */
  readonly api_error_type?: string;
  /** Set when the prompt was a slash command the CLI answered itself. Type not published. @since 2.1.325 */
  readonly local_command?: Json;
}

/** The turn was stopped. There is no `result`. */
export interface ResultError extends ResultCommon {
  /** @checked optional */
  readonly subtype:
    | "error_during_execution"
    | "error_max_turns"
    | "error_max_budget_usd"
    | "error_max_structured_output_retries";
  /** May be empty in 2.1.74. @since 2.0.30 @checked optional */
  readonly errors?: readonly string[];
  /** In place of `errors`. Observed in Qwen Code 0.24.4. */
  readonly error?: { readonly message: string };
  readonly startup_failure_reason?: StartupFailureReason;
  /** Goes with `startup_failure_reason: "config_file_invalid"`. */
  readonly invalid_config_file?: {
    readonly path: string;
    readonly is_global: boolean;
    readonly backup_searched: boolean;
    readonly backup_path?: string;
  };
}

/** The documented form of a failed turn. No measured CLI writes it; other tools do. */
export interface ResultDocumentedError extends ResultCommon {
  /** @checked optional */
  readonly subtype: "error";
  readonly error?: string;
}

/** The end of a turn, discriminated on `subtype`. */
export type ResultMessage = ResultSuccess | ResultError | ResultDocumentedError;
