// Assistant lines. Real CLIs write one per finished content block, all with the same `message.id`.

import type { JsonObject, Open } from "../json.ts";
import type { ApiErrorKind } from "./api-error.ts";
import type { ApiMessage } from "./api-message.ts";
import type { AgentEnvelope, PromptReference } from "./envelope.ts";

/** How the CLI was told to show thinking. */
export type ThinkingDisplay = Open<"updates" | "summarized" | "omitted" | "highlights">;

/** Names of one tool call of the line for people. */
export interface ToolUseMeta {
  /** The tool-use id. */
  readonly id: string;
  readonly display_name?: string;
  readonly server_display_name?: string;
  readonly tool_name?: string;
}

/** What an agent said. */
export interface AssistantMessage extends AgentEnvelope, PromptReference {
  readonly type: "assistant";
  /** @checked */
  readonly message: ApiMessage;
  /** Set when the text is an API failure put into words, not the model's. */
  readonly error?: ApiErrorKind;
  /** Observed in 2.1.325, beside `error`: the same failure in finer words. */
  readonly is_api_error_message?: boolean;
  readonly api_error?: Open<"connection_failed" | "usage_limit_reached" | "malformed_tool_use_exhausted">;
  readonly api_error_status?: number | null;
  readonly api_error_type?: string;
  readonly api_error_params?: JsonObject;
  /** The message that was refused, when this one comes in its place. Observed in 2.1.325. */
  readonly refused_message_id?: string;
  /** How to show tool calls of MCP servers. Observed from 2.1.200. */
  readonly tool_use_meta?: readonly ToolUseMeta[];
  /** The slash command that the CLI answered itself with this text. Observed in 2.1.325. */
  readonly local_command_run?: { readonly command: string; readonly args: string };
  readonly local_command_source?: string;
  /** The API's id of the request. */
  readonly request_id?: string;
  readonly resumed_from_incomplete_thinking?: true;
  /** Earlier lines, by `uuid`, that this one takes back. @checked optional */
  readonly supersedes?: readonly string[];
  /** The block was cut by an interrupt. 2.1.74 and older write no line at all for it. */
  readonly aborted?: true;
  /** ISO time, for display only. */
  readonly timestamp?: string;
  /** Observed in 2.1.325, on thinking blocks. */
  readonly thinking_duration_ms?: number;
  /** Observed in 2.1.325, on thinking blocks. */
  readonly thinking_display?: ThinkingDisplay;
  /** Shape not published. */
  readonly context_usage?: JsonObject;
  /** Shape not published. */
  readonly usage_report?: JsonObject;
}
