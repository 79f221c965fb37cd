// Assistant lines. Real CLIs write one per finished content block, all with the same `message.id`.

import type { JsonObject, Open } from "../json.ts";
import type { ApiErrorKind } from "./api-error.ts";
import type { ApiMessage } from "./api-message.ts";
import type { AgentEnvelope, PromptReference } from "./envelope.ts";

/** How the CLI was told to show thinking. */
export type ThinkingDisplay = Open<"updates" | "summarized" | "omitted" | "highlights">;

/** What an agent said. */
export interface AssistantMessage extends AgentEnvelope, PromptReference {
  readonly type: "assistant";
  readonly message: ApiMessage;
  /** Set when the text is an API failure put into words, not the model's. */
  readonly error?: ApiErrorKind;
  /** The API's id of the request. */
  readonly request_id?: string;
  readonly resumed_from_incomplete_thinking?: true;
  /** Earlier lines, by `uuid`, that this one takes back. */
  readonly supersedes?: readonly string[];
  /** The block was cut by an interrupt. 2.1.74 and older write no line at all for it. */
  readonly aborted?: true;
  /** ISO time, for display only. */
  readonly timestamp?: string;
  /** Observed in 2.1.325, on thinking blocks. */
  readonly thinking_duration_ms?: number;
  /** Observed in 2.1.325, on thinking blocks. */
  readonly thinking_display?: ThinkingDisplay;
  /** Shape not published in the inventory. */
  readonly context_usage?: JsonObject;
  /** Shape not published in the inventory. */
  readonly usage_report?: JsonObject;
}
