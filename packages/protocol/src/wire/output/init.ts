// system/init: the setup of the session. It comes after the first user line, and again at the start of every turn.

import type { Open } from "../json.ts";
import type { Effort } from "../shared/agent.ts";
import type { McpConnectionStatus } from "../shared/mcp.ts";
import type { PermissionMode } from "../shared/permission.ts";
import type { Envelope, PromptReference } from "./envelope.ts";

/** Whether fast mode is in use. */
export type FastModeState = Open<"off" | "on" | "cooldown">;

/**
 * A feature that the CLI announces, so that a host need not compare versions. Those after `mcp_status_no_config_v1` were
 * observed in 2.1.325 only.
 */
export type Capability = Open<
  | "interrupt_receipt_v1"
  | "interrupt_cancel_queued_v1"
  | "queued_notifications"
  | "ask_user_question_unanswered_v1"
  | "reload_plugins_refuse_if_busy_v1"
  | "mcp_read_resource_v1"
  | "mcp_call_result_not_for_model_v1"
  | "mcp_call_check_permissions_v1"
  | "mcp_tool_ui_meta_v1"
  | "mcp_status_no_config_v1"
  | "interrupt_send_now_v1"
  | "interrupt_requeue_taken_v1"
  | "msg_lifecycle_v1"
  | "request_marker_lists_v1"
  | "lifecycle_wakeup_source_v1"
  | "sdk_mcp_tools_list_changed"
  | "sdk_mcp_manifests"
  | "ui_surface_v1"
  | "voice_call_talk_line_v1"
  | "withdrawn_files_note_v2"
  | "ui_pane_widget_v1"
>;

/** An MCP server of the session. */
export interface InitMcpServer {
  readonly name: string;
  readonly status: McpConnectionStatus;
  /** @since 2.1.325 */
  readonly source?: string;
}

/** A plugin that was loaded. */
export interface InitPlugin {
  readonly name: string;
  /** `builtin` for the CLI's own. */
  readonly path?: string;
  readonly version?: string;
  /** `name@marketplace`. @since 2.1.325 */
  readonly source?: string;
}

/** A plugin that failed to load. */
export interface InitPluginError {
  readonly plugin: string;
  readonly type: string;
  readonly message: string;
  readonly path?: string;
  readonly managed_lock?: {
    readonly plugin_enabled: boolean;
    readonly name: string;
    readonly marketplace?: string;
  };
}

/** The setup of the session. Only the fields of the shortest documented form are required. */
export interface SystemInit extends Envelope, PromptReference {
  readonly type: "system";
  readonly subtype: "init";
  readonly session_id: string;
  /** @checked optional */
  readonly model: string;
  readonly cwd?: string;
  /** @checked optional */
  readonly tools?: readonly string[];
  /** @checked optional */
  readonly mcp_servers?: readonly InitMcpServer[];
  readonly permissionMode?: PermissionMode;
  /** `permissionMode` as Qwen Code writes it, with its own names. Observed in Qwen Code 0.24.4. */
  readonly permission_mode?: Open<"plan" | "default" | "auto-edit" | "auto" | "yolo">;
  /** Who pays. A forgotten ANTHROPIC_API_KEY bills the API instead of the plan, so show it. */
  readonly apiKeySource?: Open<"ANTHROPIC_API_KEY" | "none">;
  /** @since 2.0.30 */
  readonly claude_code_version?: string;
  /** Set if Qwen Code wrote the stream. Observed in Qwen Code 0.24.4. */
  readonly qwen_code_version?: string;
  readonly slash_commands?: readonly string[];
  /** Slash commands that only work in a terminal. @since 2.1.250 */
  readonly terminal_slash_commands?: readonly string[];
  readonly agents?: readonly string[];
  /** @since 2.0.30 */
  readonly skills?: readonly string[];
  /** @since 2.0.30 */
  readonly plugins?: readonly InitPlugin[];
  readonly plugin_errors?: readonly InitPluginError[];
  readonly output_style?: string;
  readonly betas?: readonly string[];
  /** @since 2.1.250 */
  readonly capabilities?: readonly Capability[];
  readonly effort?: Effort | null;
  /** @since 2.1.74 */
  readonly fast_mode_state?: FastModeState;
  /** @since 2.1.250 */
  readonly fast_mode_disabled_reason?: string;
  /** @since 2.1.325 */
  readonly view_mode?: Open<"focus" | "default">;
  // From here on: in no declaration.
  /** @since 2.1.325 */
  readonly original_cwd?: string;
  /** @since 2.1.325 */
  readonly additional_directories?: readonly string[];
  /** Folders of memory files, by kind. @since 2.1.120 */
  readonly memory_paths?: Readonly<Record<string, string>>;
  /** @since 2.1.250 */
  readonly messaging_socket_path?: string;
  /** @since 2.1.120 */
  readonly analytics_disabled?: boolean;
  /** @since 2.1.200 */
  readonly product_feedback_disabled?: boolean;
  /** @since 2.1.325 */
  readonly per_turn_effort_active?: boolean;
  /** @since 2.1.325 */
  readonly ultrathink_available?: boolean;
  /** @since 2.1.325 */
  readonly ultrathink_typed_raises?: boolean;
}
