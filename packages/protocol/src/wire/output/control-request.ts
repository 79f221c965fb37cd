// What the CLI asks of its host, discriminated on `subtype`. An unanswered request blocks the CLI, so unknown subtypes
// must be answered too: with an error, `error_code: "unsupported_request"`.

import type { Json, JsonObject, Open } from "../json.ts";
import type { HookInput } from "../shared/hook.ts";
import type { JsonRpcMessage } from "../shared/mcp.ts";
import type { McpServerReference, PermissionUpdate } from "../shared/permission.ts";

/** What made a call need approval. */
export type DecisionReasonType = Open<
  | "rule"
  | "mode"
  | "subcommandResults"
  | "permissionPromptTool"
  | "hook"
  | "asyncAgent"
  | "sandboxOverride"
  | "workingDir"
  | "safetyCheck"
  | "classifier"
  | "other"
>;

/** May this call run? Answer with a `PermissionResult`. */
export interface CanUseToolRequest {
  readonly subtype: "can_use_tool";
  readonly tool_name: string;
  readonly input: JsonObject;
  /** @since 2.0.30 */
  readonly tool_use_id?: string;
  /** @since 2.1.20 */
  readonly agent_id?: string;
  /** Ready-made updates for an "always allow". */
  readonly permission_suggestions?: readonly PermissionUpdate[];
  /** The path outside the allowed folders. @since 2.1.20 */
  readonly blocked_path?: string;
  /** @since 2.0.76 */
  readonly decision_reason?: string;
  /** @since 2.1.120 */
  readonly decision_reason_type?: DecisionReasonType;
  /** The settings whose rule asks, e.g. `flagSettings`. @since 2.1.325 */
  readonly decision_reason_rule_source?: string;
  /** When a hook asked: which event, and where the hook is registered. @since 2.1.325 */
  readonly decision_reason_hook_event?: string;
  /** @since 2.1.325 */
  readonly decision_reason_hook_source?: Open<"settings">;
  readonly matched_ask_rule?: {
    readonly source: string;
    readonly tool_name: string;
    readonly rule_content?: string;
  };
  readonly mcp_server?: McpServerReference;
  readonly title?: string;
  /** @since 2.1.120 */
  readonly display_name?: string;
  /** @since 2.1.120 */
  readonly description?: string;
  readonly classifier_approvable?: boolean;
  /** Do not offer "always allow". */
  readonly suppress_always_allow_rule?: boolean;
  readonly default_to_no?: boolean;
  /** A person must see it: no answer by rule. @since 2.1.200 */
  readonly requires_user_interaction?: boolean;
  // Internal, in the published JavaScript only.
  readonly decision_reason_code?: Json;
  /** @since 2.1.325 */
  readonly server_policy_ask_only?: boolean;
  readonly plugin?: Json;
  readonly server_prompt?: Json;
  readonly computer_folder?: Json;
}

/** A hook registered in `initialize.hooks` fired. Answer with a `HookOutput`. */
export interface HookCallbackRequest {
  readonly subtype: "hook_callback";
  readonly callback_id: string;
  readonly input: HookInput;
  readonly tool_use_id?: string;
}

/** A message for an MCP server inside the host. Answer with `{ mcp_response }`. */
export interface McpMessageRequest {
  readonly subtype: "mcp_message";
  readonly server_name: string;
  readonly message: JsonRpcMessage;
}

/** An MCP server asks the user something. Answer with an action; decline when nobody can be asked. */
export interface ElicitationRequest {
  readonly subtype: "elicitation";
  readonly mcp_server_name: string;
  readonly message: string;
  readonly mode?: Open<"form" | "url">;
  readonly url?: string;
  readonly elicitation_id?: string;
  /** JSON Schema of the form. */
  readonly requested_schema?: JsonObject;
  readonly property_order?: readonly string[];
  readonly title?: string;
  readonly display_name?: string;
  readonly description?: string;
}

/**
 * Show a dialog of a kind the host declared in `supportedDialogKinds`. The official SDK stays silent without a handler.
 * Seen: `refusal_fallback_prompt`, which the result "retry_fallback" lets go on.
 */
export interface UserDialogRequest {
  readonly subtype: "request_user_dialog";
  readonly dialog_kind: string;
  readonly payload: Json;
  readonly tool_use_id?: string;
}

/** Asked only of the vendor's own hosts; no declaration describes them. */
export interface InternalRequest {
  readonly subtype:
    | "oauth_token_refresh"
    | "host_auth_token_refresh"
    | "remote_control_work_secret"
    | "ui_copy"
    | "ui_prompt_read"
    | "ui_prompt_fill"
    | "ui_prompt_paint"
    | "ui_prompt_suggest"
    | "ui_read_selection"
    | "remote_tool_call"
    | "remote_plumbing_call"
    | "remote_tools_probe"
    | "remote_tools_reannounce";
  readonly [key: string]: Json | undefined;
}

/** Everything the CLI can ask. */
export type CliControlRequest =
  | CanUseToolRequest
  | HookCallbackRequest
  | McpMessageRequest
  | ElicitationRequest
  | UserDialogRequest
  | InternalRequest;

/** A question from the CLI. */
export interface ControlRequestMessage {
  readonly type: "control_request";
  /** To be named in the answer. A second request with an id still open is a repeat. @checked */
  readonly request_id: string;
  /** @checked */
  readonly request: CliControlRequest;
}
