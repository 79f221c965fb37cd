// Events of user lines: tools that answer, and words that somebody said.

import type { Json } from "../../wire/json.ts";
import type { ContentBlock, ToolResultContent } from "../../wire/shared/content.ts";
import type { EventCommon } from "./common.ts";

/** A tool answered. */
export interface ToolResultEvent extends EventCommon {
  readonly type: "tool-result";
  readonly toolUseId: string;
  /** As sent: string, blocks, null; absent where the wire has none. */
  readonly content?: ToolResultContent;
  /** The content as plain text; blocks that are not text leave a mark such as `[image]`. */
  readonly text: string;
  readonly isError: boolean;
  /** The tool's own output object (`tool_use_result`), where the CLI sends it. */
  readonly structured?: Json;
}

/** A tool is still running. */
export interface ToolProgressEvent extends EventCommon {
  readonly type: "tool-progress";
  readonly toolUseId: string;
  readonly name?: string;
  readonly elapsedSeconds?: number;
  readonly taskId?: string;
}

/** Where a user line came from. Only `human` and `replay` are a person's words. */
export type UserOrigin = "human" | "replay" | "synthetic" | "subagent-prompt" | "command-output";

/** A user line that is not a tool result. */
export interface UserMessageEvent extends EventCommon {
  readonly type: "user-message";
  readonly origin: UserOrigin;
  readonly content: string | readonly ContentBlock[];
  readonly text: string;
}
