// User messages, their content blocks, and the slash command `/compact`.

import type { InputUserMessage, UserContent, UserPriority } from "../wire/input/user-message.ts";
import type { ImageBlock, TextBlock } from "../wire/shared/content.ts";
import { requireId, requireObject, requireOptions } from "./require.ts";
import { toSnakeCase } from "./snake-case.ts";
import { type Draft, toLine } from "./to-line.ts";
import { arrangeContent, type ImageMediaType } from "./user-content.ts";

/** Options of a user message. */
export interface UserOptions {
  /**
   * Returned as `user_message_uuid` on the lines that the message causes. 2.1.x silently drops a message whose uuid it
   * has already seen.
   */
  readonly uuid?: string | undefined;
  /** Priority in the queue. */
  readonly priority?: UserPriority | undefined;
  /** @default "", as in the official SDK: a process has one session. */
  readonly sessionId?: string | undefined;
  /**
   * The sub-agent to address, by the tool use that started it. An unknown id starts an ordinary turn.
   * @default null, the main agent
   */
  readonly parentToolUseId?: string | null | undefined;
  /** False appends the message without starting a turn. Older CLIs (2.1.74) start one anyway. */
  readonly shouldQuery?: boolean | undefined;
  /** True tells the model, before the text, that no user wrote it (2.1.325). 2.1.74 and 1.0.128 ignore it. */
  readonly isSynthetic?: boolean | undefined;
  readonly origin?: InputUserMessage["origin"] | undefined;
  readonly timestamp?: string | undefined;
  /** True takes the text literally, even if it begins with `/`. 2.1.74 and 1.0.128 still run the command. */
  readonly clientComposed?: boolean | undefined;
  readonly pastedContent?: InputUserMessage["pasted_content"] | undefined;
  readonly inlinePastes?: readonly string[] | undefined;
  readonly toolUseResult?: InputUserMessage["tool_use_result"] | undefined;
  readonly agentId?: string | undefined;
  readonly subagentType?: string | undefined;
  readonly taskDescription?: string | undefined;
}

/** An image as base64 data or as a URL. */
export type ImageInput = { readonly data: string; readonly mediaType: ImageMediaType } | { readonly url: string };

export interface UserEncoders {
  /** One user message. A string stays a string and blocks stay blocks: real CLIs accept both. */
  user(content: UserContent, options?: UserOptions): string;
  /** The user text `/compact`, with instructions for the summary. */
  compact(instructions?: string, options?: UserOptions): string;
  /** A text block for `user`. */
  text(text: string): TextBlock;
  /** An image block for `user`, from base64 or an http(s) URL. Checked when the message is encoded. */
  image(image: ImageInput): ImageBlock;
}

export const userEncoders: UserEncoders = {
  user,
  compact: (instructions, options) => user(instructions?.trim() ? `/compact ${instructions}` : "/compact", options),
  text: (text) => ({ type: "text", text }),
  image(image) {
    requireObject(image, "image");
    return {
      type: "image",
      source:
        "url" in image
          ? { type: "url", url: image.url }
          : { type: "base64", media_type: image.mediaType, data: image.data },
    };
  },
};

/** All names in UserOptions. */
const knownOptions =
  "uuid priority sessionId parentToolUseId shouldQuery isSynthetic origin timestamp clientComposed pastedContent inlinePastes toolUseResult agentId subagentType taskDescription";

function user(content: UserContent, options: UserOptions = {}): string {
  requireOptions(options, knownOptions);
  const { sessionId = "", parentToolUseId = null, shouldQuery, isSynthetic, clientComposed, ...rest } = options;
  if (rest.uuid !== undefined) requireId(rest.uuid, "uuid");
  // The first four keys have the order of the official SDK, so that equal input gives equal bytes.
  const message: Draft<InputUserMessage> = {
    type: "user",
    session_id: sessionId,
    message: { role: "user", content: arrangeContent(content) },
    parent_tool_use_id: parentToolUseId,
    shouldQuery,
    isSynthetic,
    client_composed: clientComposed || undefined,
    ...toSnakeCase(rest),
  };
  return toLine(message);
}
