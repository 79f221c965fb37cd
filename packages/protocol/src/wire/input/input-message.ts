// Everything that may go in on the CLI's stdin, one JSON object per line.

import type { InputControlCancel, InputControlResponse } from "./control-answer.ts";
import type { InputControlRequest } from "./control-request.ts";
import type { InputUserMessage } from "./user-message.ts";

/** Says that the host is alive. Ignored by the CLI. */
export interface InputKeepAlive {
  readonly type: "keep_alive";
}

/** One line of input, discriminated on `type`. */
export type InputMessage =
  | InputUserMessage
  | InputControlRequest
  | InputControlResponse
  | InputControlCancel
  | InputKeepAlive;
