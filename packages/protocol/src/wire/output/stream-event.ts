// Stream events: the API's own events as they arrive, only under `--include-partial-messages`.
// Messages of several agents interleave. `message_start.message.id` joins events to the finished lines.

import type { Json, JsonObject } from "../json.ts";
import type { KnownContentBlock, ToolUseBlock, UnknownBlock } from "../shared/content.ts";
import type { Usage } from "../shared/usage.ts";
import type { StartedApiMessage, StopReason } from "./api-message.ts";
import type { ThinkingDisplay } from "./assistant.ts";
import type { AgentEnvelope, PromptReference } from "./envelope.ts";

/** A piece of a block, discriminated on `type`. New kinds appear, so a `switch` needs a default. */
export type ContentDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  /** A piece of JSON text. Only all pieces of a block together can be parsed. */
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "citations_delta"; readonly citation: JsonObject }
  | { readonly type: "compaction_delta"; readonly content: string | null };

/** A tool call at its start. Its input comes later: here it is `{}` in real streams, `""` in documented ones. */
export interface StartedToolUseBlock extends Omit<ToolUseBlock, "input"> {
  readonly input?: JsonObject | string;
}

/** A block at its start, mostly empty. */
export type StartedBlock = Exclude<KnownContentBlock, ToolUseBlock> | StartedToolUseBlock | UnknownBlock;

/** A message begins. */
export interface MessageStartEvent {
  readonly type: "message_start";
  /** @checked */
  readonly message: StartedApiMessage;
}

/** Block `index` of the message begins. */
export interface ContentBlockStartEvent {
  readonly type: "content_block_start";
  /** @checked */
  readonly index: number;
  /** @checked */
  readonly content_block: StartedBlock;
}

/** Block `index` grows. */
export interface ContentBlockDeltaEvent {
  readonly type: "content_block_delta";
  /** @checked */
  readonly index: number;
  /** @checked */
  readonly delta: ContentDelta;
}

/** Block `index` is complete. In real streams its assistant line came just before. */
export interface ContentBlockStopEvent {
  readonly type: "content_block_stop";
  /** @checked */
  readonly index: number;
}

/** The message is about to end; holds its final usage. */
export interface MessageDeltaEvent {
  readonly type: "message_delta";
  /** @checked optional */
  readonly delta: {
    /** Null when an interrupt cut the message (2.1.325). */
    readonly stop_reason?: StopReason | null;
    readonly stop_sequence?: string | null;
    readonly stop_details?: JsonObject | null;
    readonly container?: JsonObject | null;
  };
  /** @checked optional */
  readonly usage?: Usage;
  /** @since 2.1.200 */
  readonly context_management?: JsonObject | null;
}

/** The message has ended. */
export interface MessageStopEvent {
  readonly type: "message_stop";
}

/** The goal of the session. Not an event of the API; observed in Qwen Code 0.24.4. */
export interface GoalStateEvent {
  readonly type: "goal_state";
  readonly goal_state: JsonObject;
}

/** A tool is still running. Not an event of the API; observed in Qwen Code 0.24.4. */
export interface StreamToolProgressEvent {
  readonly type: "tool_progress";
  readonly tool_use_id: string;
  /** `shell_progress` with `elapsedMs`, or `mcp_tool_progress`. */
  readonly content?: JsonObject;
}

/** One event of the API's stream, discriminated on `type`. */
export type StreamEvent =
  | MessageStartEvent
  | ContentBlockStartEvent
  | ContentBlockDeltaEvent
  | ContentBlockStopEvent
  | MessageDeltaEvent
  | MessageStopEvent
  | GoalStateEvent
  | StreamToolProgressEvent;

/** A line with one stream event. */
export interface StreamEventMessage extends AgentEnvelope, PromptReference {
  readonly type: "stream_event";
  /** @checked */
  readonly event: StreamEvent;
  /** Time to the first token, on `message_start`. @since 2.1.120 */
  readonly ttft_ms?: number;
  /** The id of the message this event belongs to, on every event. @since 2.1.325 */
  readonly api_message_id?: string;
  /** On `message_start` and thinking blocks. @since 2.1.325 */
  readonly thinking_display?: ThinkingDisplay;
  /** On the `message_stop` of an interrupted message: blocks from this index on will get no assistant line. @since 2.1.325 */
  readonly abandoned_blocks?: {
    readonly api_message_id: string;
    readonly from_block_index: number;
  };
  /** On the `message_start` after a prompt with a uuid, always empty. @since 2.1.325 */
  readonly owed_rows?: readonly Json[];
}
