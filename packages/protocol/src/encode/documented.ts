// Input forms that documents describe and that real CLIs refuse or ignore. They are separate, so that nobody uses them
// by accident.

import type { DocumentedInput } from "../wire/input/documented.ts";
import type { UserContent } from "../wire/input/user-message.ts";
import { toLine } from "./to-line.ts";
import { arrangeContent } from "./user-content.ts";

export interface DocumentedEncoders {
  /** `user_message`. Real CLIs ignore it, and 1.0.128 exits: use `encode.user`. */
  userMessage(content: UserContent): string;
  /** Control `cancel`. Real CLIs: use `encode.interrupt`. */
  cancel(): string;
  /** Control `compact`. Real CLIs: use `encode.compact`. */
  compact(customInstructions?: string): string;
}

export const documentedEncoders: DocumentedEncoders = {
  userMessage: (content) => write({ type: "user_message", content: arrangeContent(content) }),
  cancel: () => write({ type: "control_request", request: { subtype: "cancel" } }),
  compact: (customInstructions) =>
    write({ type: "control_request", request: { subtype: "compact", custom_instructions: customInstructions } }),
};

function write(message: DocumentedInput): string {
  return toLine(message);
}
