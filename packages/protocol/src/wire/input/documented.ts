// Input as some documents describe it. To `user_message` real CLIs exit (1.0.128, 2.0.76) or say nothing (2.1.74, 2.1.325);
// to the control requests 2.1.x answer that they are unsupported, without a request id, and 1.0.128 says nothing.
// It exists for programs that were written after those documents.

import type { UserContent } from "./user-message.ts";

/** What real CLIs call `user`. */
export interface DocumentedUserMessage {
  readonly type: "user_message";
  readonly content: UserContent;
}

/** What real CLIs call `interrupt`. Without a request id, so without an answer that could be matched. */
export interface DocumentedCancel {
  readonly type: "control_request";
  readonly request: { readonly subtype: "cancel" };
}

/** What real CLIs take as the user text `/compact …`. */
export interface DocumentedCompact {
  readonly type: "control_request";
  readonly request: { readonly subtype: "compact"; readonly custom_instructions?: string | undefined };
}

/** Any line of the documented dialect. */
export type DocumentedInput = DocumentedUserMessage | DocumentedCancel | DocumentedCompact;
