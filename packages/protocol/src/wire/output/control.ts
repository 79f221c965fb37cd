// The other control lines on stdout: answers to our requests, cancellations of the CLI's requests, keep-alives.

import type { JsonObject, Open } from "../json.ts";
import type { ControlRequestMessage } from "./control-request.ts";

/** Requests of the CLI that are still open, for a host that connects late. */
interface PendingRequests {
  /** On every successful initialize, often empty. @since 2.1.268 */
  readonly pending_permission_requests?: readonly ControlRequestMessage[];
  /** On every successful initialize, often empty. @since 2.1.268 */
  readonly pending_user_dialog_requests?: readonly ControlRequestMessage[];
  readonly pending_elicitation_requests?: readonly ControlRequestMessage[];
}

/** The request was carried out. */
export interface ControlSuccess extends PendingRequests {
  /** @checked optional */
  readonly subtype: "success";
  /** @checked optional */
  readonly request_id: string;
  /** The payload, which depends on the request; absent if there is none. */
  readonly response?: JsonObject;
}

/** The request was refused. */
export interface ControlError extends PendingRequests {
  /** @checked optional */
  readonly subtype: "error";
  /** Absent when the request had none. @checked optional */
  readonly request_id?: string;
  readonly error: string;
  /** A machine-readable name. On some errors only; 2.1.74 sends the text alone. @since 2.1.325 */
  readonly error_code?: Open<"unsupported_request" | "invalid_mode" | "bypass_not_launched" | "reload_plugins_busy">;
}

/** The answer to a request of the host. Under `--replay-user-messages` it may echo an answer of the host: check the id. */
export interface ControlResponseMessage {
  readonly type: "control_response";
  /** @checked */
  readonly response: ControlSuccess | ControlError;
}

/** Cancels a request of the CLI. Do not answer it. */
export interface ControlCancelMessage {
  readonly type: "control_cancel_request";
  /** @checked */
  readonly request_id: string;
}

/** A keep-alive without content. */
export interface KeepAliveMessage {
  readonly type: "keep_alive";
  /** Progress of start-up, before the initialize reply, if CLAUDE_CODE_SDK_READS_STARTUP_MARKS is set. */
  readonly startup_mark?: string;
}
