// System lines on the requests to the model: retries, refusals, thinking in progress.

import type { Json, Open } from "../json.ts";
import type { ApiErrorKind } from "./api-error.ts";
import type { SystemEnvelope } from "./envelope.ts";

/** A request failed and will be sent again. 2.1.74 and older retry without a message. @since 2.1.200 */
export interface SystemApiRetry extends SystemEnvelope<"api_retry"> {
  /** From 1. @checked */
  readonly attempt: number;
  readonly max_retries: number;
  readonly retry_delay_ms: number;
  /** The HTTP status; null when no answer came. @checked optional */
  readonly error_status: number | null;
  readonly error: ApiErrorKind;
  /** Set when the API did not answer at all. */
  readonly no_response?: { readonly waited_ms?: number; readonly retry_wait_ms?: number };
}

/** Progress of a control request of the host that takes long. */
export interface SystemControlRequestProgress extends SystemEnvelope<"control_request_progress"> {
  readonly request_id: string;
  readonly status?: Open<"started" | "api_retry">;
  readonly attempt?: number;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly error_status?: number | null;
}

/** Fields that both kinds of refusal have. */
interface Refusal<Subtype extends string> extends SystemEnvelope<Subtype> {
  readonly original_model?: string;
  readonly request_id?: string | null;
  readonly api_refusal_category?: Json;
  readonly api_refusal_explanation?: string | null;
  readonly refused_user_message_uuid?: string;
  /** The text for the user. */
  readonly content?: string;
}

/** A model refused and another took over. @since 2.1.250 */
export interface SystemModelRefusalFallback extends Refusal<"model_refusal_fallback"> {
  readonly trigger?: Open<"refusal">;
  readonly direction?: Open<"retry" | "revert" | "sticky">;
  readonly scope?: Open<"session" | "local">;
  readonly fallback_model?: string;
  /** Uuids of earlier lines that are retracted. */
  readonly retracted_message_uuids?: readonly string[];
}

/** A model refused and nothing took over. @since 2.1.200 */
export type SystemModelRefusalNoFallback = Refusal<"model_refusal_no_fallback">;

/** A model was overloaded and another (`--fallback-model`) took over. @since 2.1.200 */
export interface SystemModelFallback extends SystemEnvelope<"model_fallback"> {
  readonly trigger?: Open<"overloaded">;
  readonly original_model?: string;
  readonly fallback_model?: string;
  /** The text for the user. */
  readonly content?: string;
}

/** A request to the model broke off and is repeated. Observed in Qwen Code 0.24.4. */
export interface SystemRetry extends SystemEnvelope<"retry"> {
  readonly data?: {
    readonly reason?: string;
    /** Calls of the broken request that will not run. */
    readonly discardedToolCalls?: number;
    /** Whether the text so far is kept and continued. */
    readonly preserveText?: boolean;
  };
}

/** Estimated thinking tokens so far. @since 2.1.200 */
export interface SystemThinkingTokens extends SystemEnvelope<"thinking_tokens"> {
  readonly estimated_tokens: number;
  readonly estimated_tokens_delta: number;
  /** @since 2.1.325 */
  readonly user_message_uuid?: string;
}

/** System lines on the model. */
export type SystemModelMessage =
  | SystemApiRetry
  | SystemControlRequestProgress
  | SystemModelFallback
  | SystemModelRefusalFallback
  | SystemModelRefusalNoFallback
  | SystemRetry
  | SystemThinkingTokens;
