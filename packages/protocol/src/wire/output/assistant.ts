// Assistant lines. Real CLIs write one per finished content block, all with the same `message.id`.

import type { JsonObject, Open } from "../json.ts";
import type { ApiErrorKind } from "./api-error.ts";
import type { ApiMessage } from "./api-message.ts";
import type { AgentEnvelope, PromptReference } from "./envelope.ts";

/** How the CLI is configured to show thinking. */
export type ThinkingDisplay = Open<"updates" | "summarized" | "omitted" | "highlights">;

/** Display names of one tool call of the line. */
export interface ToolUseMeta {
  /** The tool-use id. */
  readonly id: string;
  readonly display_name?: string;
  readonly server_display_name?: string;
  /** @since 2.1.325 */
  readonly tool_name?: string;
}

/** A finished content block of an agent. */
export interface AssistantMessage extends AgentEnvelope, PromptReference {
  readonly type: "assistant";
  /** @checked */
  readonly message: ApiMessage;
  /** Set if the text describes an API failure and is not the model's. @since 2.0.76 */
  readonly error?: ApiErrorKind;
  /** Comes with `error`; the `api_error` fields describe the same failure in more detail. @since 2.1.250 */
  readonly is_api_error_message?: boolean;
  /** @since 2.1.325 */
  readonly api_error?: Open<"connection_failed" | "usage_limit_reached" | "malformed_tool_use_exhausted">;
  /** @since 2.1.325 */
  readonly api_error_status?: number | null;
  /** @since 2.1.325 */
  readonly api_error_type?: string;
  /** @since 2.1.325 */
  readonly api_error_params?: JsonObject;
  /** Id of the refused message that this one replaces. @since 2.1.325 */
  readonly refused_message_id?: string;
  /** How to show tool calls of MCP servers. @since 2.1.200 */
  readonly tool_use_meta?: readonly ToolUseMeta[];
  /** The slash command to which this text is the CLI's own answer. @since 2.1.325 */
  readonly local_command_run?: { readonly command: string; readonly args: string };
  /** @since 2.1.325 */
  readonly local_command_source?: string;
  /** The API's id of the request. @since 2.1.200 */
  readonly request_id?: string;
  readonly resumed_from_incomplete_thinking?: true;
  /** Uuids of earlier lines that this one replaces. @since 2.1.250 @checked optional */
  readonly supersedes?: readonly string[];
  /** The block was cut by an interrupt. 2.1.74 and older write no line at all for it. @since 2.1.250 */
  readonly aborted?: true;
  /** ISO time, for display only. @since 2.1.250 */
  readonly timestamp?: string;
  /** On thinking blocks. @since 2.1.325 */
  readonly thinking_duration_ms?: number;
  /** On thinking blocks. @since 2.1.325 */
  readonly thinking_display?: ThinkingDisplay;
  /** Shape not published. @since 2.1.250 */
  readonly context_usage?: JsonObject;
  /** Shape not published. */
  readonly usage_report?: JsonObject;
}
