// The host's answers to control requests of the CLI, and the cancellation of its own requests.

import type { JsonObject, Open } from "../json.ts";
import type { JsonRpcMessage } from "../shared/mcp.ts";

/** The line that answers a control request of the CLI. */
export interface InputControlResponse {
  readonly type: "control_response";
  readonly response: InputControlSuccess | InputControlFailure;
}

/** The request was served. */
export interface InputControlSuccess {
  readonly subtype: "success";
  readonly request_id: string;
  /** A `PermissionResult`, a `HookOutput`, an `McpAnswer`, an `ElicitationAnswer`, a `DialogAnswer`; absent when there is nothing to say. */
  readonly response?: object;
}

/** The request was not served. */
export interface InputControlFailure {
  readonly subtype: "error";
  readonly request_id: string;
  readonly error: string;
  /** `^[a-z][a-z0-9_]{0,63}$`; `unsupported_request` for a subtype the host does not know. */
  readonly error_code?: string;
}

/** Cancels a request of the host. The CLI does not answer it. */
export interface InputControlCancel {
  readonly type: "control_cancel_request";
  readonly request_id: string;
}

/** The answer to `mcp_message`. */
export interface McpAnswer {
  readonly mcp_response: JsonRpcMessage;
}

/** The answer to `elicitation`. */
export interface ElicitationAnswer {
  readonly action: Open<"accept" | "decline" | "cancel">;
  /** What the person filled in, when accepted. */
  readonly content?: JsonObject;
}

/** The answer to `request_user_dialog`. What `result` holds depends on the kind of dialog. */
export type DialogAnswer =
  | { readonly behavior: "completed"; readonly result: unknown }
  | { readonly behavior: "cancelled" };
