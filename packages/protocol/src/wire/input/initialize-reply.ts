// The answer to `initialize`: what the session can do, before its first turn.

import type { Json, Open } from "../json.ts";
import type { AccountInfo, AgentInfo, ModelInfo, SlashCommand } from "../shared/agent.ts";
import type { PermissionMode } from "../shared/permission.ts";

export interface InitializeReply {
  readonly commands: readonly SlashCommand[];
  /** Absent in 1.0.128. */
  readonly agents?: readonly AgentInfo[];
  readonly output_style: string;
  readonly available_output_styles: readonly string[];
  readonly models: readonly ModelInfo[];
  readonly account: AccountInfo;
  /** Whether the hooks of the request were registered. Absent when it had none. */
  readonly hooks_applied?: boolean;
  readonly hook_on_failure_supported?: boolean;
  /** False without the flag `--await-initialize`. Absent when the request had no plugins. */
  readonly plugins_applied?: boolean;
  /** What became of each MCP handshake sent along. */
  readonly sdk_mcp_manifests_parked?: Readonly<Record<string, ManifestOutcome>>;
  readonly claude_code_version?: string;
  readonly fast_mode_state?: Open<"off" | "cooldown" | "on">;
  readonly fast_mode_disabled_reason?: string;
  // Seen on runs of 2.1.325 or named in its JavaScript, without a published type.
  readonly pid?: number;
  readonly current_permission_mode?: PermissionMode;
  readonly session_state?: Open<"idle" | "running" | "requires_action">;
  readonly capabilities?: readonly string[];
  /** When the request had `workspaceTrust`. */
  readonly workspace_trust_recorded?: boolean;
  readonly user_output_styles_dir?: string;
  readonly other_hook_ask_outranks_host?: boolean;
  readonly feedback_mode?: Json;
  readonly analytics_disabled?: boolean;
  readonly remote_control_available?: boolean;
  readonly remote_control_auto_enable?: boolean;
  readonly remote_control_auto_on_by_default?: boolean;
  readonly remote_control_auto_connect_default?: boolean;
  readonly ide_rc_auto_enable_gate?: boolean;
  readonly managed_settings_applied?: Json;
  readonly code_running_mcp_tools_applied?: Json;
}

export type ManifestOutcome = Open<
  "parked" | "already_connected" | "protocol_version_mismatch" | "malformed" | "not_honoured"
>;
