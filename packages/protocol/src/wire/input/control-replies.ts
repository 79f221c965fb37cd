// What the CLI answers to each control request of a host, by subtype: the `response` inside a successful `control_response`.
// Older CLIs leave fields out, and newer ones add some; a payload without a published shape is `Json | undefined`.

import type { Json, JsonObject, Open } from "../json.ts";
import type { AgentInfo, SlashCommand } from "../shared/agent.ts";
import type { McpServerStatus } from "../shared/mcp.ts";
import type { ContextUsageReply } from "./context-usage-reply.ts";
import type { ControlSubtype } from "./control-request.ts";
import type { InitializeReply } from "./initialize-reply.ts";
import type { HooksListingReply, PermissionRulesReply, UsageReply } from "./listing-replies.ts";

/** The payload of one reply, also for subtypes that only newer files know: `ControlReply<"mcp_status">`. */
export type ControlReply<Subtype extends string> = Subtype extends ControlSubtype
  ? ControlReplies[Subtype]
  : Json | undefined;

/** An acknowledgement: nothing, or an empty object. */
export type NoReply = Readonly<Record<string, never>> | undefined;

/** Success payloads by subtype. `ControlRequests` holds the requests under the same names. */
export interface ControlReplies {
  readonly initialize: InitializeReply;
  /** Uuids of queued messages. Undefined before 2.1.205, which acknowledges without a receipt. */
  readonly interrupt: InterruptReply | undefined;
  readonly set_permission_mode: NoReply;
  readonly set_model: NoReply;
  readonly set_max_thinking_tokens: NoReply;
  readonly rename_session: NoReply;
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
  /** The tool's MCP result, with `staging` beside it when files were asked for. */
  readonly mcp_call: JsonObject;
  readonly mcp_message: NoReply;
  readonly get_context_usage: ContextUsageReply;
  readonly get_usage: UsageReply;
  readonly get_session_cost: Json | undefined;
  readonly list_models: Json | undefined;
  readonly get_binary_version: Json | undefined;
  readonly get_settings: Json | undefined;
  readonly get_hooks_listing: HooksListingReply;
  /** The last 8 KiB of what the task printed. */
  readonly get_task_output: {
    readonly output: string;
    readonly total_bytes: number;
    readonly truncated: boolean;
  };
  readonly list_permission_rules: PermissionRulesReply;
  readonly file_suggestions: Json | undefined;
  readonly read_file: ReadFileReply;
  readonly rewind_files: RewindFilesReply;
  readonly seed_read_state: NoReply;
  /** False when the message had already left the queue. */
  readonly cancel_async_message: { readonly cancelled: boolean };
  readonly register_repo_root: Json | undefined;
  /** Fails with error code `reload_plugins_busy` when asked to refuse in the middle of a turn. */
  readonly reload_plugins: ReloadPluginsReply;
  readonly reload_skills: { readonly skills: readonly Json[] };
  readonly reload_output_styles: { readonly available_output_styles: readonly string[] };
  readonly stop_task: NoReply;
  readonly background_tasks: { readonly backgrounded: Json };
  readonly apply_flag_settings: NoReply;
  readonly update_settings: NoReply;
  readonly set_has_subscribers: NoReply;
}

export interface InterruptReply {
  /** Messages that will still run. Only those sent with a uuid are listed. */
  readonly still_queued: readonly string[];
  /** Messages dropped by `cancel_queued`. */
  readonly cancelled?: readonly string[];
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
  readonly skippedLinks?: Json;
}

export interface ReloadPluginsReply {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly AgentInfo[];
  readonly plugins: readonly JsonObject[];
  readonly mcpServers: readonly McpServerStatus[];
  readonly error_count: number;
  readonly held?: Json;
  readonly cache_impact?: Json;
}
