// Token counts and money. All of it is the CLI's own estimate.

import type { Json, JsonObject, Open } from "../json.ts";

/** Tokens of one API message or of one turn. */
export interface Usage {
  /** Absent in the `message_delta` of older CLIs, which only counts output. */
  readonly input_tokens?: number;
  /** On assistant lines of 2.1.x always 1: the true figure is in `message_delta` or `result`. */
  readonly output_tokens: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  /** `cache_creation_input_tokens`, split by how long they are kept. */
  readonly cache_creation?: CacheCreation | null;
  readonly server_tool_use?: ServerToolUsage | null;
  readonly service_tier?: Open<"standard" | "priority" | "batch"> | null;
  /** @since 2.1.250 */
  readonly output_tokens_details?: { readonly thinking_tokens?: number } | null;
  /** Always empty text. @since 2.1.74 */
  readonly inference_geo?: string | null;
  /** One entry per sampling pass when the API made several. Always empty. @since 2.1.74 */
  readonly iterations?: readonly JsonObject[] | null;
  /** @since 2.1.74 */
  readonly speed?: Open<"standard" | "fast"> | null;
  /** Always null. @since 2.1.325 */
  readonly fallback_credit?: Json;
  /** Observed in Qwen Code 0.24.4. */
  readonly total_tokens?: number;
}

/** Tokens written to the prompt cache, by lifetime. */
export interface CacheCreation {
  readonly ephemeral_5m_input_tokens?: number;
  readonly ephemeral_1h_input_tokens?: number;
}

/** Calls of tools the API ran itself. */
export interface ServerToolUsage {
  readonly web_search_requests?: number;
  readonly web_fetch_requests?: number;
}

/** Usage of one model. In `result.modelUsage` it is cumulative since the start of the process: never sum it over results. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly webSearchRequests: number;
  readonly costUSD: number;
  readonly contextWindow: number;
  /** @since 2.1.20 */
  readonly maxOutputTokens?: number;
  /** @since 2.1.325 */
  readonly thinkingTokens?: number;
  /** @since 2.1.325 */
  readonly cacheCreationEphemeral5mInputTokens?: number;
  /** @since 2.1.325 */
  readonly cacheCreationEphemeral1hInputTokens?: number;
  /** The model behind an alias or a provider's own name. @since 2.1.250 */
  readonly canonicalModel?: string;
  /** @since 2.1.250 */
  readonly provider?: Open<"firstParty">;
  /** Whether `costUSD` follows the list price. @since 2.1.250 */
  readonly costBasis?: Open<"list" | "managed" | "unknown">;
}
