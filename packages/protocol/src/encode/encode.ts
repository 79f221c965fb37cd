// All messages from a host to the CLI: one function per message. Each returns one complete line, including LF, to be
// written to stdin unchanged. A message that cannot be encoded correctly throws an EncodeError.

import { type AnswerEncoders, answerEncoders } from "./answers.ts";
import { EncodeError } from "./encode-error.ts";
import { type DocumentedEncoders, documentedEncoders } from "./documented.ts";
import type { RequestEncoders } from "./request-encoders.ts";
import { requestEncoders } from "./requests.ts";
import { requireId } from "./require.ts";
import { toLine } from "./to-line.ts";
import { type UserEncoders, userEncoders } from "./user.ts";

export interface Encode extends UserEncoders, RequestEncoders, AnswerEncoders {
  /**
   * Withdraws one of the host's own requests. This line gets no answer. 2.1.325 answers the withdrawn `mcpCall`
   * immediately; 2.1.74 ignores the line. Not for 1.0.128, which exits with code 1.
   */
  cancelRequest(requestId: string): string;
  /** A line that the CLI ignores. */
  keepAlive(): string;
  /** Forms that exist only in documents; real CLIs refuse or ignore them. */
  readonly documented: DocumentedEncoders;
}

export const encode: Encode = {
  ...guarded({
    ...userEncoders,
    ...requestEncoders,
    ...answerEncoders,
    cancelRequest(requestId: string) {
      requireId(requestId);
      return toLine({ type: "control_cancel_request", request_id: requestId });
    },
    keepAlive: () => toLine({ type: "keep_alive" }),
  }),
  documented: guarded(documentedEncoders),
};

/** Converts any other error to an EncodeError: getters and proxies can throw anything, and numbers have no `trim`. */
function guarded<Encoders extends object>(encoders: Encoders): Encoders {
  return Object.fromEntries(
    Object.entries(encoders).map(([name, encoder]: [string, (...given: unknown[]) => unknown]) => [
      name,
      (...given: unknown[]) => {
        try {
          return encoder(...given);
        } catch (error) {
          throw error instanceof EncodeError ? error : new EncodeError("invalid-value", name, "cannot be read");
        }
      },
    ]),
  ) as Encoders;
}
