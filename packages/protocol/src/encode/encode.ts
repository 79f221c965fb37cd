// Everything a host can say to the CLI: one function per message, each returning one complete line, LF included,
// to be written to stdin as it is. What cannot be said correctly throws an EncodeError, and nothing is returned.

import { type AnswerEncoders, answerEncoders } from "./answers.ts";
import { type DocumentedEncoders, documentedEncoders } from "./documented.ts";
import type { RequestEncoders } from "./request-encoders.ts";
import { requestEncoders } from "./requests.ts";
import { requireId } from "./require.ts";
import { toLine } from "./to-line.ts";
import { type UserEncoders, userEncoders } from "./user.ts";

export interface Encode extends UserEncoders, RequestEncoders, AnswerEncoders {
  /**
   * Withdraws one of the host's own requests. There is no answer to it; 2.1.325 answers the withdrawn `mcpCall` at once,
   * 2.1.74 ignores the line. Not for 1.0.128, which exits with code 1.
   */
  cancelRequest(requestId: string): string;
  /** A line that the CLI ignores. */
  keepAlive(): string;
  /** Forms that only documents know; real CLIs refuse or ignore them. */
  readonly documented: DocumentedEncoders;
}

export const encode: Encode = {
  ...userEncoders,
  ...requestEncoders,
  ...answerEncoders,
  cancelRequest(requestId) {
    requireId(requestId);
    return toLine({ type: "control_cancel_request", request_id: requestId });
  },
  keepAlive: () => toLine({ type: "keep_alive" }),
  documented: documentedEncoders,
};
