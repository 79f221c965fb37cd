// Events of user lines: tool results and text.

import type { Json } from "../../wire/json.ts";
import type { ContentBlock, ToolResultContent } from "../../wire/shared/content.ts";
import type { EventCommon } from "./common.ts";

/** A tool returned its result. */
export interface ToolResultEvent extends EventCommon {
  readonly type: "tool-result";
  readonly toolUseId: string;
  /** As on the wire: string, blocks or null; absent if the wire has none. */
  readonly content?: ToolResultContent;
  /** The content as plain text. Blocks that are not text leave a placeholder such as `[image]`. */
  readonly text: string;
  readonly isError: boolean;
  /** The tool's own output object (`tool_use_result`), if the CLI sends it. */
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

/** The origin of a user line. Only `human` and `replay` are text from a person. */
export type UserOrigin = "human" | "replay" | "synthetic" | "subagent-prompt" | "command-output";

/** A user line that is not a tool result. */
export interface UserMessageEvent extends EventCommon {
  readonly type: "user-message";
  readonly origin: UserOrigin;
  readonly content: string | readonly ContentBlock[];
  readonly text: string;
}
