// Events of the model's messages. A block has a start, deltas and an end, with or without partial messages.

import type { Json } from "../../wire/json.ts";
import type { ContentBlock } from "../../wire/shared/content.ts";
import type { TokenUsage } from "../usage.ts";
import type { BlockEnd, BlockStart, EventCommon, InBlock, InMessage } from "./common.ts";

/** The model begins a message. Sent again if a message continues after its end. */
export interface MessageStartEvent extends InMessage {
  readonly type: "message-start";
  readonly model?: string;
}

/** The message is complete, with its final figures. */
export interface MessageEndEvent extends InMessage {
  readonly type: "message-end";
  readonly model?: string;
  readonly stopReason: string | null;
  /** The highest figures of this message. Lines before the last one have preliminary figures. */
  readonly usage?: TokenUsage;
}

export interface TextStartEvent extends BlockStart {
  readonly type: "text-start";
}

export interface TextDeltaEvent extends InBlock {
  readonly type: "text-delta";
  readonly text: string;
}

export interface TextEndEvent extends BlockEnd {
  readonly type: "text-end";
  /** The whole text: the deltas since the last start, joined. */
  readonly text: string;
}

export interface ThinkingStartEvent extends BlockStart {
  readonly type: "thinking-start";
}

export interface ThinkingDeltaEvent extends InBlock {
  readonly type: "thinking-delta";
  readonly text: string;
}

export interface ThinkingEndEvent extends BlockEnd {
  readonly type: "thinking-end";
  readonly text: string;
  readonly signature?: string;
}

export interface ToolCallStartEvent extends BlockStart {
  readonly type: "tool-call-start";
  readonly toolUseId: string;
  readonly name: string;
}

export interface ToolCallDeltaEvent extends InBlock {
  readonly type: "tool-call-delta";
  readonly toolUseId: string;
  /** A piece of the input as JSON text. The pieces since the last start join to the whole input. */
  readonly partialJson: string;
}

export interface ToolCallEndEvent extends BlockEnd {
  readonly type: "tool-call-end";
  readonly toolUseId: string;
  readonly name: string;
  /** The tool's input; `null` if the call was cut off before its JSON was complete. */
  readonly input: Json;
}

/** Any other block, whole: redacted thinking, server tools, images, future kinds. */
export interface ContentBlockEvent extends InBlock {
  readonly type: "content-block";
  readonly content: ContentBlock;
  readonly aborted?: true;
}

/** Earlier lines no longer count: another answer replaces them. */
export interface MessageRetractedEvent extends EventCommon {
  readonly type: "message-retracted";
  /** The lines that no longer count. */
  readonly uuids: readonly string[];
  /** The message that no longer counts as a whole, including content that arrived only in pieces. */
  readonly messageId?: string;
}
