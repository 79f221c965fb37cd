// The CLI's answers to the control requests of a host, by subtype: the `response` in a successful `control_response`.
// Observed in real CLIs (1.0.128, 2.1.74, 2.1.325). Older ones omit fields, and newer ones add some.

import type { Json, JsonObject, Open } from "../json.ts";
import type { AgentInfo, ModelInfo, SlashCommand } from "../shared/agent.ts";
import type { McpServerStatus } from "../shared/mcp.ts";
import type { PermissionMode } from "../shared/permission.ts";
import type { ContextUsageReply } from "./context-usage-reply.ts";
import type { ControlSubtype } from "./control-request.ts";
import type { InitializeReply } from "./initialize-reply.ts";
import type { HooksListingReply, PermissionRulesReply, SettingsReply, UsageReply } from "./listing-replies.ts";

/** The payload of one reply, e.g. `ControlReply<"mcp_status">`. `Json` for subtypes not listed here. */
export type ControlReply<Subtype extends string> = Subtype extends ControlSubtype
  ? ControlReplies[Subtype]
  : Json | undefined;

/** An acknowledgement: nothing, or an empty object. */
export type NoReply = Readonly<Record<string, never>> | undefined;

/** Success payloads by subtype. `ControlRequests` holds the requests under the same names. */
export interface ControlReplies {
  readonly initialize: InitializeReply;
  /** Uuids of queued messages. Before 2.1.205 undefined: the CLI acknowledges without a receipt. */
  readonly interrupt: InterruptReply | undefined;
  /** 1.0.128 answers twice: with the mode, then without it. */
  readonly set_permission_mode: { readonly mode?: PermissionMode } | undefined;
  /** The model id that the name stands for. Undefined up to 2.1.74. */
  readonly set_model: { readonly model?: string } | undefined;
  readonly set_max_thinking_tokens: NoReply;
  readonly rename_session: NoReply;
  /** Never seen: no measured CLI serves it. */
  readonly set_color: NoReply;
  readonly mcp_status: { readonly mcpServers: readonly McpServerStatus[] };
  /** Names of the servers that came and went, and an error text for each that failed. */
  readonly mcp_set_servers: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly errors: Readonly<Record<string, string>>;
  };
  readonly mcp_reconnect: NoReply;
  readonly mcp_toggle: NoReply;
  readonly mcp_read_resource: { readonly contents: readonly McpResourceContent[] };
  readonly mcp_call: McpCallReply;
  readonly mcp_message: NoReply;
  readonly get_context_usage: ContextUsageReply;
  readonly get_usage: UsageReply;
  /** What `/cost` prints. */
  readonly get_session_cost: { readonly text: string };
  readonly list_models: { readonly models: readonly ModelInfo[] };
  readonly get_binary_version: { readonly version: string; readonly buildTime?: string };
  readonly get_settings: SettingsReply;
  readonly get_hooks_listing: HooksListingReply;
  /** The last 8 KiB of the task's output. */
  readonly get_task_output: {
    readonly output: string;
    readonly total_bytes: number;
    readonly truncated: boolean;
  };
  readonly list_permission_rules: PermissionRulesReply;
  readonly file_suggestions: { readonly suggestions: readonly { readonly path: string }[]; readonly cwd?: string };
  readonly read_file: ReadFileReply;
  readonly rewind_files: RewindFilesReply;
  readonly seed_read_state: NoReply;
  /** False when the message had already left the queue. */
  readonly cancel_async_message: { readonly cancelled: boolean };
  readonly register_repo_root: { readonly directory: string };
  /** Fails with error code `reload_plugins_busy` when asked to refuse in the middle of a turn. */
  readonly reload_plugins: ReloadPluginsReply;
  readonly reload_skills: { readonly skills: readonly SlashCommand[] };
  readonly reload_output_styles: { readonly available_output_styles: readonly string[] };
  readonly stop_task: NoReply;
  /** Whether the named call went to the background; an empty object if none was named. */
  readonly background_tasks: { readonly backgrounded?: boolean };
  readonly apply_flag_settings: NoReply;
  readonly update_settings: NoReply;
  readonly set_has_subscribers: NoReply;
}

/** @since 2.1.205 */
export interface InterruptReply {
  /** Messages that will still run. Only those sent with a uuid are listed. */
  readonly still_queued: readonly string[];
  /** Messages dropped by `cancel_queued`. */
  readonly cancelled?: readonly string[];
}

/** The tool's MCP result. If the call was refused, failed or was cancelled, a success with `staging` alone. */
export interface McpCallReply {
  readonly content?: string | readonly Json[];
  readonly structuredContent?: JsonObject;
  /** Set if an expiry or files were requested, or the call did not succeed. */
  readonly staging?: {
    readonly ok: boolean;
    readonly outputs?: readonly Json[];
    readonly inputs_used?: readonly Json[];
    readonly error_code?: Open<"tool_error">;
    readonly detail?: string;
  };
}

export interface McpResourceContent {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

export interface ReadFileReply {
  /** The text, or base64 when that was asked for. */
  readonly contents: string;
  readonly absPath: string;
  readonly requested_path?: string;
  /** The file is longer than `max_bytes`. */
  readonly truncated?: boolean;
  readonly encoding?: Open<"base64">;
  /** Bytes that are not UTF-8 were replaced. */
  readonly lossy?: boolean;
}

export interface RewindFilesReply {
  readonly canRewind: boolean;
  readonly error?: string;
  readonly filesChanged?: readonly string[];
  readonly insertions?: number;
  readonly deletions?: number;
  /** Not in a dry run. */
  readonly skippedLinks?: number;
}

export interface ReloadPluginsReply {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly AgentInfo[];
  readonly plugins: readonly LoadedPlugin[];
  readonly mcpServers: readonly McpServerStatus[];
  readonly error_count: number;
  /** When `hold_on_cache_impact` was asked for. */
  readonly held?: boolean;
  readonly cache_impact?: Json;
}

export interface LoadedPlugin {
  readonly name: string;
  /** A folder, or `builtin`. */
  readonly path: string;
  readonly source?: string;
}
