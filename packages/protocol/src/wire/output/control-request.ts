// Requests from the CLI to its host, discriminated on `subtype`. An unanswered request blocks the CLI, so answer unknown
// subtypes too, with an error and `error_code: "unsupported_request"`.

import type { Json, JsonObject, Open } from "../json.ts";
import type { HookInput } from "../shared/hook.ts";
import type { JsonRpcMessage } from "../shared/mcp.ts";
import type { McpServerReference, PermissionUpdate } from "../shared/permission.ts";

/** Why a call needs approval. */
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

/** Asks whether a tool call may run. Answer with a `PermissionResult`. */
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
  /** If a hook asked: its event. The next field says where the hook is registered. @since 2.1.325 */
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
  /** A person must decide; do not answer by rule. @since 2.1.200 */
  readonly requires_user_interaction?: boolean;
  // Internal, in the published JavaScript only.
  readonly decision_reason_code?: Json;
  /** @since 2.1.325 */
  readonly server_policy_ask_only?: boolean;
  readonly plugin?: Json;
  readonly server_prompt?: Json;
  readonly computer_folder?: Json;
}

/** Calls a hook that was registered in `initialize.hooks`. Answer with a `HookOutput`. */
export interface HookCallbackRequest {
  readonly subtype: "hook_callback";
  readonly callback_id: string;
  readonly input: HookInput;
  readonly tool_use_id?: string;
}

/** Delivers a message to an MCP server inside the host. Answer with `{ mcp_response }`. */
export interface McpMessageRequest {
  readonly subtype: "mcp_message";
  readonly server_name: string;
  readonly message: JsonRpcMessage;
}

/** A question of an MCP server to the user. Answer with an action; decline if nobody can be asked. */
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
 * Asks for a dialog of a kind that the host declared in `supportedDialogKinds`. Without a handler, the official SDK does
 * not answer. Observed: `refusal_fallback_prompt`, which continues after the result "retry_fallback".
 */
export interface UserDialogRequest {
  readonly subtype: "request_user_dialog";
  readonly dialog_kind: string;
  readonly payload: Json;
  readonly tool_use_id?: string;
}

/** Requests that only the vendor's own hosts receive. No declaration describes them. */
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

/** Every request of the CLI, discriminated on `subtype`. */
export type CliControlRequest =
  | CanUseToolRequest
  | HookCallbackRequest
  | McpMessageRequest
  | ElicitationRequest
  | UserDialogRequest
  | InternalRequest;

/** A line with a request from the CLI. */
export interface ControlRequestMessage {
  readonly type: "control_request";
  /** The answer must carry the same id. A request with the id of one still open repeats it. @checked */
  readonly request_id: string;
  /** @checked */
  readonly request: CliControlRequest;
}
