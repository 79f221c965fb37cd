// API errors: which are retried, after how long, and the text of a turn that fails.

import type { RateLimitInfo } from "@unspool/protocol/wire";
import type { PlainReply } from "../../scenario/play/reply.ts";
import type { ApiError, RateLimit } from "../../scenario/types.ts";
import { omitUndefined, type Written } from "../lines/context.ts";
import type { ErrorInfo } from "../lines/lines.ts";
import { getApiErrorType } from "../lines/api-error-type.ts";
import type { Session } from "../sessions/session.ts";

export const MAX_RETRIES = 10;

export interface Failure {
  readonly text: string;
  readonly error: ErrorInfo;
  readonly terminalReason?: string;
}

export function isRetryable(session: Session, { status }: ApiError, rateLimit: RateLimit | undefined): boolean {
  if (status === 429) return !(rateLimit?.status === "rejected" && session.options.apiKeySource === "none");
  if (status === 401) return session.ordering.retriesUnauthorized;
  return status === 408 || status === 409 || status >= 500;
}

/** Doubles from half a second on, with some jitter, or takes the delay that the API asks for. */
export function computeRetryDelay(session: Session, attempt: number, error: ApiError | undefined): number {
  if (error?.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000;
  return Math.min(500 * 2 ** (attempt - 1), 32_000) + session.identity.randomBelow(125);
}

/** Returns the name of an error in a retry line. 2.1.120 counts an overload among the rate limits. */
export function getErrorKind({ quirks }: Session, { status }: ApiError): string {
  if (status === 401 || status === 403) return "authentication_failed";
  if (status === 429) return "rate_limit";
  if (status === 529) return quirks.has("namesOverloads") ? "overloaded" : "rate_limit";
  return status >= 500 ? "server_error" : "unknown";
}

export function toFailure(session: Session, error: ApiError, rateLimit?: RateLimit): Failure {
  const { quirks } = session;
  const { status } = error;
  const type = error.type ?? getApiErrorType(status);
  const message = error.message ?? MESSAGES[status] ?? "Internal server error";
  const plain = session.texts.apiError(status, type, message);
  const failure = (text: string, kind: string): Failure => ({ text, error: { kind, status, type } });
  if (status === 401 || status === 403)
    return failure("Invalid API key · Fix external API key", "authentication_failed");
  if (status === 404) {
    const text = quirks.has("explainsUnknownModel") ? session.texts.unknownModel(session.model) : plain;
    return failure(text, quirks.has("namesUnknownModel") ? "model_not_found" : "invalid_request");
  }
  if (message.startsWith("prompt is too long") || status === 413) {
    return { ...failure("Prompt is too long", "invalid_request"), terminalReason: "prompt_too_long" };
  }
  if (status === 429 && rateLimit !== undefined) return toLimitFailure(session, rateLimit);
  return failure(plain, status === 429 ? "rate_limit" : status >= 500 ? getErrorKind(session, error) : "unknown");
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "invalid x-api-key",
  404: "Not found",
  429: "This request would exceed your account's rate limit. Please try again later.",
  529: "Overloaded",
};

function toLimitFailure(session: Session, limit: RateLimit): Failure {
  const text = session.texts.limitReached(limit.resetsAt ?? 0, limit.window === "seven_day");
  const error = { kind: "rate_limit", status: 429, type: "rate_limit_error", code: "usage_limit_reached" };
  return { text, error: { ...error, params: { rate_limit_info: toRateLimitInfo(limit) } } };
}

/** Reports the rate limit to users of a plan, and only when it has changed. */
export function reportRateLimit(session: Session, { rateLimit }: PlainReply): void {
  if (rateLimit === undefined || session.options.apiKeySource !== "none") return;
  const info = toRateLimitInfo(rateLimit);
  const text = JSON.stringify(info);
  if (text === session.lastRateLimit) return;
  session.lastRateLimit = text;
  session.output.write(session.lines.rateLimit(info));
}

function toRateLimitInfo(limit: RateLimit): Written<RateLimitInfo> {
  const { status, resetsAt = 0, window = "five_hour", utilization, overageStatus = "rejected" } = limit;
  const isWarning = status === "allowed_warning";
  const windowInfo = { ...(utilization === undefined ? {} : { utilization }), resetsAt };
  return omitUndefined<RateLimitInfo>({
    status,
    resetsAt,
    rateLimitType: window,
    utilization: isWarning ? utilization : undefined,
    overageStatus,
    overageDisabledReason: overageStatus === "rejected" ? "org_level_disabled" : undefined,
    isUsingOverage: false,
    surpassedThreshold: isWarning ? 0.9 : undefined,
    unifiedWindows: { [window]: windowInfo },
  });
}
