// The control requests a host may send, by subtype, with their fields as they stand on the wire (2.1.325).
// Some fields are snake_case and some camelCase, as in the CLI.

import type { JsonObject, Open } from "../json.ts";
import type { Effort } from "../shared/agent.ts";
import type { PermissionMode } from "../shared/permission.ts";
import type { InitializeFields } from "./initialize-request.ts";
import type { McpControlRequests } from "./mcp-requests.ts";

/** A request without fields. */
export type NoFields = Readonly<Record<never, never>>;

/** Fields of each public control request. `ControlReplies` holds what the CLI answers, under the same names. */
export interface ControlRequests extends McpControlRequests {
  /**
   * Opens the control protocol. Always the first line. Sent again, or after a turn, it registers hooks anew and reports
   * what is pending; 2.1.74 and 1.0.128 then answer "Already initialized".
   */
  readonly initialize: InitializeFields;
  /** Stops the current turn; the session goes on. */
  readonly interrupt: {
    /** Also drops the messages still in the queue. Needs capability `interrupt_cancel_queued_v1`. */
    readonly cancel_queued?: boolean;
  };
  /** 2.1.325 refuses with error codes `invalid_mode` and `bypass_not_launched`; 2.1.74 takes any word. */
  readonly set_permission_mode: { readonly mode: PermissionMode };
  /** Null or absent goes back to the session's default model. An unknown name is accepted by every measured CLI. */
  readonly set_model: { readonly model?: string | null };
  readonly set_max_thinking_tokens: {
    /** An integer. Null goes back to the session's default. */
    readonly max_thinking_tokens?: number | null;
    readonly thinking_display?: Open<"summarized" | "omitted" | "highlights"> | null;
  };
  readonly rename_session: {
    readonly title: string;
    readonly source?: Open<"remote" | "host">;
    readonly session_id?: string;
  };
  /** Never served by `-p`: 2.1.325 and 2.1.74 answer that it is unsupported. */
  readonly set_color: { readonly color: string };
  readonly get_context_usage: {
    /** `summary` spares the token-counting calls per category. */
    readonly detail?: Open<"summary" | "full">;
  };
  /** Cost of the session and the windows of the plan. Experimental. */
  readonly get_usage: { readonly skip_behaviors?: boolean };
  readonly get_session_cost: NoFields;
  readonly list_models: NoFields;
  readonly get_binary_version: NoFields;
  readonly get_settings: NoFields;
  readonly get_hooks_listing: NoFields;
  readonly get_task_output: { readonly task_id: string };
  readonly list_permission_rules: NoFields;
  readonly file_suggestions: { readonly query: string };
  /** Reads a file under the session's own read rules. A file that is missing is "read denied", as one outside them is. */
  readonly read_file: {
    readonly path: string;
    readonly max_bytes?: number;
    readonly encoding?: Open<"utf-8" | "base64">;
  };
  /** Puts files back to their state at a user message. Needs file checkpointing. */
  readonly rewind_files: { readonly user_message_id: string; readonly dry_run?: boolean };
  /** Tells the CLI that the host has already read a file, as of `mtime` (milliseconds since 1970). */
  readonly seed_read_state: { readonly path: string; readonly mtime: number };
  /** Takes a queued user message back. */
  readonly cancel_async_message: { readonly message_uuid: string };
  /** Only a folder strictly below the working directory or below one of `--add-dir`, and each only once. */
  readonly register_repo_root: {
    readonly directory: string;
    readonly reload_claude_md?: boolean;
    readonly reload_plugins?: boolean;
    readonly reload_skills?: boolean;
  };
  readonly reload_plugins: {
    readonly hold_on_cache_impact?: boolean;
    readonly add_plugins?: readonly JsonObject[];
    /** Answers `reload_plugins_busy` in the middle of a turn. Needs capability `reload_plugins_refuse_if_busy_v1`. */
    readonly refuse_if_busy?: boolean;
  };
  readonly reload_skills: NoFields;
  readonly reload_output_styles: NoFields;
  readonly stop_task: { readonly task_id: string };
  /** Sends one running tool call to the background, or all of them. */
  readonly background_tasks: { readonly tool_use_id?: string };
  /**
   * Merges top-level keys into the session's flag settings; null clears a key. 2.1.325 refuses the whole request when one
   * value is invalid; 2.1.74 accepts it, and null clears everything that was set this way.
   */
  readonly apply_flag_settings: { readonly settings: JsonObject };
  /** Writes to a settings file: one key each, as a string. 2.1.325 refuses every other source, key and value. */
  readonly update_settings:
    | { readonly source: "localSettings"; readonly settings: { readonly outputStyle: string } }
    | { readonly source: "userSettings"; readonly settings: { readonly effortLevel: Effort } };
  /** Tells whether anyone is watching. Works with CLAUDE_CODE_STREAM_EVENT_HOLD_MS. */
  readonly set_has_subscribers: { readonly has_subscribers: boolean | null };
}
