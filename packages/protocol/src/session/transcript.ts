// The transcript: messages and their blocks, which grow while they stream. All data is immutable.

import type { UserMessageEvent } from "../translate/events.ts";
import type { TokenUsage } from "../translate/usage.ts";
import type { ContentBlock } from "../wire/shared/content.ts";
import type { List } from "./containers/list.ts";
import type { EventPayload } from "./event-payload.ts";

/** One entry of a transcript. */
export type TranscriptMessage = AssistantMessage | UserMessage;

/** `aborted`: cut off by an interrupt, an error or the end. `retracted`: taken back by the CLI and no longer valid. */
export type TranscriptStatus = "streaming" | "complete" | "aborted" | "retracted";

/** A message of the model. */
export interface AssistantMessage {
  readonly type: "assistant";
  /** The API's id, or `line-N`. Unique only within an agent and a turn. */
  readonly id: string;
  readonly model: string | undefined;
  readonly status: TranscriptStatus;
  /** Ordered by number. */
  readonly blocks: List<TranscriptBlock>;
  readonly stopReason: string | null;
  /** The highest reported figures; counted once in its agent's `usage`. */
  readonly usage: TokenUsage | undefined;
  readonly at: number | undefined;
}

/**
 * A user line that is not a tool result: origin, content and text. Only `human` and `replay` are text from a person.
 */
export interface UserMessage extends EventPayload<UserMessageEvent> {
  readonly type: "user";
  readonly status: "complete" | "retracted";
  readonly uuid: string | undefined;
  readonly at: number | undefined;
}

/** One content block of a message. */
export type TranscriptBlock = TranscriptText | TranscriptToolCall | TranscriptOther;

interface BlockCommon {
  /** Position in its message, as in events. */
  readonly block: number;
  readonly status: TranscriptStatus;
  /** Id of the line that delivered it, if known. Retractions refer to it. */
  readonly uuid: string | undefined;
}
export interface TranscriptText extends BlockCommon {
  readonly type: "text" | "thinking";
  /** The text so far. */
  readonly text: string;
  /** The signature of complete thinking. */
  readonly signature: string | undefined;
}
/**
 * A reference to a call in `toolCalls`, which has the input and result. `status` is that of the block, not of the tool.
 */
export interface TranscriptToolCall extends BlockCommon {
  readonly type: "tool-call";
  readonly toolUseId: string;
  readonly name: string;
}
/** Redacted thinking, server tools, images, future kinds. */
export interface TranscriptOther extends BlockCommon {
  readonly type: "other";
  readonly content: ContentBlock;
}
