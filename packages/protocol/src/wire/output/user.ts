// User lines on stdout: tool results above all, also prompts of sub-agents, replayed prompts and the CLI's own notes.
// Hardly ever the human: look at `parent_tool_use_id`, `isReplay`, `isSynthetic` and `origin` first.

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
  /** The tool's own output beside the text the model reads; of any type. `{ detachedToolCall: true }` when the call stepped aside. @since 2.0.76 */
  readonly tool_use_result?: Json;
  /** @since 2.1.250 */
  readonly tool_result_meta?: readonly ToolResultMeta[];
  readonly origin?: MessageOrigin;
  /** Lines, by `uuid`, that no longer count: the CLI asks for another answer. @since 2.1.325 */
  readonly retracted_message_uuids?: readonly string[];
  /** The message that was refused, before the model is asked again. @since 2.1.325 */
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
