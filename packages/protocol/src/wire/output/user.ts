// User lines on stdout: mostly tool results, also prompts of sub-agents, replayed prompts and the CLI's own notes.
// They are rarely from the human: check `parent_tool_use_id`, `isReplay`, `isSynthetic` and `origin` first.

import type { Json, Open } from "../json.ts";
import type { ContentBlock } from "../shared/content.ts";
import type { MessageOrigin } from "../shared/origin.ts";
import type { AgentEnvelope } from "./envelope.ts";

/** How a tool call came to be allowed or refused. */
export interface ToolResultPermission {
  readonly decision?: Open<"accept" | "reject">;
  readonly source?: Open<"config" | "user_temporary" | "user_permanent" | "user_reject">;
  readonly reason_type?: string;
}

/** Notes on one tool result of the line. */
export interface ToolResultMeta {
  /** The tool-use id. */
  readonly id: string;
  /** @since 2.1.325 */
  readonly permission_decision?: ToolResultPermission;
  /** Why the tool did not run. */
  readonly non_execution_kind?: Open<"permission-rule" | "user-rejected">;
}

/** A message in the user's role. */
export interface UserMessage extends AgentEnvelope {
  readonly type: "user";
  /** @checked */
  readonly message: {
    readonly role: "user";
    readonly content: string | readonly ContentBlock[];
  };
  /** Written by the CLI itself, such as the summary after a compaction. @since 2.0.76 */
  readonly isSynthetic?: boolean;
  /** Our own line sent back, under `--replay-user-messages`. @since 2.0.30 */
  readonly isReplay?: boolean;
  /**
   * The tool's structured output, of any type, beside the text for the model. `{ detachedToolCall: true }` if the call was
   * detached.
   * @since 2.0.76
   */
  readonly tool_use_result?: Json;
  /** @since 2.1.250 */
  readonly tool_result_meta?: readonly ToolResultMeta[];
  readonly origin?: MessageOrigin;
  /** Uuids of lines that are retracted, because the CLI asks for another answer. @since 2.1.325 */
  readonly retracted_message_uuids?: readonly string[];
  /** Id of the refused message, before the model is asked again. @since 2.1.325 */
  readonly refused_message_id?: string;
  readonly priority?: Open<"now" | "next" | "later">;
  /** False: added to the conversation without starting a turn. */
  readonly shouldQuery?: boolean;
  /** ISO time, for display only. @since 2.1.120 */
  readonly timestamp?: string;
  readonly client_composed?: true;
  readonly pasted_content?: Json;
  readonly inline_pastes?: readonly string[];
  /** On replayed lines. */
  readonly file_attachments?: readonly Json[];
}
