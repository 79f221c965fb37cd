// The other control lines on stdout: answers to our requests, withdrawals of the CLI's own, signs of life.

import type { JsonObject, Open } from "../json.ts";
import type { ControlRequestMessage } from "./control-request.ts";

/** Requests of the CLI still open when it answered, for a host that joins late. */
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
  /** The request's own payload; absent when there is nothing to say. */
  readonly response?: JsonObject;
}

/** The request was refused. */
export interface ControlError extends PendingRequests {
  /** @checked optional */
  readonly subtype: "error";
  /** Absent when the request had none. @checked optional */
  readonly request_id?: string;
  readonly error: string;
  /** A name for programs. On some errors only; 2.1.74 sends the text alone. @since 2.1.325 */
  readonly error_code?: Open<"unsupported_request" | "invalid_mode" | "bypass_not_launched" | "reload_plugins_busy">;
}

/** An answer to one of our requests; or, under `--replay-user-messages`, one of our own answers echoed: check the id. */
export interface ControlResponseMessage {
  readonly type: "control_response";
  /** @checked */
  readonly response: ControlSuccess | ControlError;
}

/** The CLI no longer wants an answer to this request. It is not answered itself. */
export interface ControlCancelMessage {
  readonly type: "control_cancel_request";
  /** @checked */
  readonly request_id: string;
}

/** Nothing but a sign of life. */
export interface KeepAliveMessage {
  readonly type: "keep_alive";
  /** Where start-up has got to, before the initialize reply, when CLAUDE_CODE_SDK_READS_STARTUP_MARKS is set. */
  readonly startup_mark?: string;
}
