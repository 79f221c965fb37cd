// The Messages API's own message, as it appears inside assistant lines and `message_start`.

import type { JsonObject, Open } from "../json.ts";
import type { ContentBlock } from "../shared/content.ts";
import type { Usage } from "../shared/usage.ts";

/** Why the model stopped. */
export type StopReason = Open<
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded"
  | "compaction"
>;

/** All fields except the content. */
interface ApiMessageHead {
  readonly role: "assistant";
  /** Joins the lines and stream events of one message. Absent in documented streams. */
  readonly id?: string;
  readonly type?: "message";
  readonly model?: string;
  /** Null while streaming, and on every assistant line of 2.1.x. */
  readonly stop_reason?: StopReason | null;
  readonly stop_sequence?: string | null;
  /** Always null. @since 2.1.200 */
  readonly stop_details?: JsonObject | null;
  /** Always null in every measured CLI. */
  readonly container?: JsonObject | null;
  /** Always null. @since 2.0.76 */
  readonly context_management?: JsonObject | null;
  /** Always null. @since 2.1.250 */
  readonly diagnostics?: JsonObject | null;
  /** Not final on assistant lines. */
  readonly usage?: Usage;
}

/** A message with one finished block (real CLIs) or all blocks finished so far (documented streams). */
export interface ApiMessage extends ApiMessageHead {
  readonly content: readonly ContentBlock[];
}

/** A message at its start. */
export interface StartedApiMessage extends ApiMessageHead {
  /** Absent in documented streams, empty in 2.1.x. 1.0.128 may already contain the first block here: do not read it. */
  readonly content?: readonly ContentBlock[];
}
