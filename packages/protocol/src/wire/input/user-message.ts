// A user message as it goes in: the one way to speak to the model.

import type { Json, Open } from "../json.ts";
import type { DocumentBlock, ImageBlock, SearchResultBlock, TextBlock, ToolResultBlock } from "../shared/content.ts";
import type { MessageOrigin } from "../shared/origin.ts";

/** A piece of a user message. */
export type UserBlock = TextBlock | ImageBlock | DocumentBlock | SearchResultBlock | ToolResultBlock;

/** What a user message says. A text that begins with `/` is a slash command. */
export type UserContent = string | readonly UserBlock[];

/** Place in the queue of messages that wait for a turn. */
export type UserPriority = Open<"now" | "next" | "later">;

/** The line. The CLI writes the same type on stdout, chiefly for tool results. */
export interface InputUserMessage {
  readonly type: "user";
  /** The official SDK always sends an empty string: a process has one session. */
  readonly session_id?: string;
  readonly message: { readonly role: "user"; readonly content: UserContent };
  /** The tool use that started the sub-agent this message is for; null for the main agent. */
  readonly parent_tool_use_id?: string | null;
  /** Comes back as `user_message_uuid` on what the message causes, and brings `command_lifecycle` lines. */
  readonly uuid?: string;
  readonly priority?: UserPriority;
  /** False appends the message without starting a turn. */
  readonly shouldQuery?: boolean;
  /** True marks a message that no human wrote. */
  readonly isSynthetic?: boolean;
  /** Who wrote it. Absent means unattributed, which the CLI trusts least. */
  readonly origin?: MessageOrigin;
  readonly timestamp?: string;
  /** True tells the CLI to take the text as it is, without expanding anything. */
  readonly client_composed?: true;
  readonly pasted_content?: Json;
  readonly inline_pastes?: readonly string[];
  /** A tool's own structured output, beside its `tool_result` block. */
  readonly tool_use_result?: Json;
  readonly agent_id?: string;
  readonly subagent_type?: string;
  readonly task_description?: string;
}
