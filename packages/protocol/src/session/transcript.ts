// What was said: messages and their blocks, growing while they stream. All of it is data that is never changed in place.

import type { UserMessageEvent } from "../translate/events.ts";
import type { TokenUsage } from "../translate/usage.ts";
import type { ContentBlock } from "../wire/shared/content.ts";
import type { List } from "./containers/list.ts";
import type { EventPayload } from "./event-payload.ts";

/** One entry of a transcript. */
export type TranscriptMessage = AssistantMessage | UserMessage;

/** `aborted`: cut off by an interrupt, an error or the end. `retracted`: taken back by the CLI; it no longer counts. */
export type TranscriptStatus = "streaming" | "complete" | "aborted" | "retracted";

/** A message of the model. */
export interface AssistantMessage {
  readonly type: "assistant";
  /** The API's id, or `line-N`. Unique within an agent and a turn only. */
  readonly id: string;
  readonly model: string | undefined;
  readonly status: TranscriptStatus;
  /** In the order of their numbers. */
  readonly blocks: List<TranscriptBlock>;
  readonly stopReason: string | null;
  /** The highest figures reported; counted once in its agent's `usage`. */
  readonly usage: TokenUsage | undefined;
  readonly at: number | undefined;
}

/** A user line that is not a tool result: origin, content and text. Only `human` and `replay` are a person's words. */
export interface UserMessage extends EventPayload<UserMessageEvent> {
  readonly type: "user";
  readonly status: "complete" | "retracted";
  readonly uuid: string | undefined;
  readonly at: number | undefined;
}

/** One content block of a message. */
export type TranscriptBlock = TranscriptText | TranscriptToolCall | TranscriptOther;

interface BlockCommon {
  /** Place in its message as events name it. */
  readonly block: number;
  readonly status: TranscriptStatus;
  /** Id of the line that brought it, as far as it is known: what a retraction names. */
  readonly uuid: string | undefined;
}
export interface TranscriptText extends BlockCommon {
  readonly type: "text" | "thinking";
  /** As far as it has come. */
  readonly text: string;
  /** Of a thought that is complete. */
  readonly signature: string | undefined;
}
/** The call itself, with its input and result, is in `toolCalls`; `status` is that of the block, not of the tool. */
export interface TranscriptToolCall extends BlockCommon {
  readonly type: "tool-call";
  readonly toolUseId: string;
  readonly name: string;
}
/** Redacted thinking, server tools, images, kinds of tomorrow. */
export interface TranscriptOther extends BlockCommon {
  readonly type: "other";
  readonly content: ContentBlock;
}
