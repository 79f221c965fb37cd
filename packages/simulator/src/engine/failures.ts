// When the API refuses: which errors are tried again, after how long, and what the CLI says when it gives up.

import type { JsonObject } from "../json.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { ApiError, RateLimit } from "../scenario/types.ts";
import type { ErrorOfLine } from "./lines/lines.ts";
import { apiErrorType } from "./lines/model-lines.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

export const MAX_RETRIES = 10;

export interface Failure {
  readonly text: string;
  readonly error: ErrorOfLine;
  readonly terminalReason?: string;
}

export function isWorthRetrying(session: Session, { status }: ApiError, rateLimit: RateLimit | undefined): boolean {
  if (status === 429) return !(rateLimit?.status === "rejected" && session.options.apiKeySource === "none");
  if (status === 401) return session.order.retriesUnauthorized;
  return status === 408 || status === 409 || status >= 500;
}

/** Doubled from half a second on, with a little chance, or what the API asks for. */
export function retryDelay(session: Session, attempt: number, error: ApiError | undefined): number {
  if (error?.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000;
  return Math.min(500 * 2 ** (attempt - 1), 32_000) + session.identity.below(125);
}

/** What the line about a retry calls the error. 2.1.120 counts an overload among the limits. */
export function kindOf({ options }: Session, { status }: ApiError): string {
  if (status === 401 || status === 403) return "authentication_failed";
  if (status === 429) return "rate_limit";
  if (status === 529) return mannersOf(options.version).choose({ "2.1.120": "rate_limit", "2.1.200": "overloaded" });
  return status >= 500 ? "server_error" : "unknown";
}

export function failureOf(session: Session, error: ApiError, rateLimit?: RateLimit): Failure {
  const manners = mannersOf(session.options.version);
  const { status } = error;
  const type = error.type ?? apiErrorType(status);
  const message = error.message ?? MESSAGES[status] ?? "Internal server error";
  const body = JSON.stringify({ type: "error", error: { type, message } });
  const plain = manners.choose({
    "1.0.128": `API Error: ${status} ${body}`,
    "2.1.200": `API Error: ${status} ${message}`,
  });
  const failure = (text: string, kind: string): Failure => ({ text, error: { kind, status, type } });
  if (status === 401 || status === 403)
    return failure("Invalid API key · Fix external API key", "authentication_failed");
  if (status === 404) {
    const unknown =
      `There's an issue with the selected model (${session.model}). It may not exist or you may not have access to it. ` +
      "Run --model to pick a different model.";
    const text = manners.choose({ "1.0.128": plain, "2.1.74": unknown });
    return failure(text, manners.choose({ "1.0.128": "invalid_request", "2.1.325": "model_not_found" }));
  }
  if (message.startsWith("prompt is too long") || status === 413) {
    return { ...failure("Prompt is too long", "invalid_request"), terminalReason: "prompt_too_long" };
  }
  if (status === 429 && rateLimit !== undefined) return limitReached(session, rateLimit);
  return failure(plain, status === 429 ? "rate_limit" : status >= 500 ? kindOf(session, error) : "unknown");
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "invalid x-api-key",
  404: "Not found",
  429: "This request would exceed your account's rate limit. Please try again later.",
  529: "Overloaded",
};

function limitReached(session: Session, limit: RateLimit): Failure {
  const manners = mannersOf(session.options.version);
  const time = clock(limit.resetsAt ?? 0);
  const isWeek = limit.window === "seven_day";
  const text = manners.choose({
    "1.0.60": `Claude AI usage limit reached|${limit.resetsAt ?? 0}`,
    "1.0.88": `Spending cap reached resets ${time}`,
    "2.0.76": `You've hit your limit · resets ${time} (UTC)`,
    "2.1.200": `You've hit your ${isWeek ? "weekly" : "session"} limit · resets ${time} (UTC)`,
    "2.1.312": `You've hit your ${isWeek ? "weekly" : "5-hour"} limit · resets ${time} (UTC)`,
  });
  const error = { kind: "rate_limit", status: 429, type: "rate_limit_error", code: "usage_limit_reached" };
  return { text, error: { ...error, params: { rate_limit_info: rateLimitInfo(limit) } } };
}

/** Told only to those who pay by plan, and only when something has changed. */
export function tellRateLimit(session: Session, { rateLimit }: PlainReply): void {
  if (rateLimit === undefined || session.options.apiKeySource !== "none") return;
  const info = rateLimitInfo(rateLimit);
  const told = JSON.stringify(info);
  if (told === session.rateLimitTold) return;
  session.rateLimitTold = told;
  session.output.write(session.lines.rateLimit(info));
}

function rateLimitInfo(limit: RateLimit): JsonObject {
  const { status, resetsAt = 0, window = "five_hour", utilization, overageStatus = "rejected" } = limit;
  const isWarning = status === "allowed_warning";
  const windowOf = { ...(utilization === undefined ? {} : { utilization }), resetsAt };
  return {
    status,
    resetsAt,
    rateLimitType: window,
    ...(isWarning && utilization !== undefined ? { utilization } : {}),
    overageStatus,
    ...(overageStatus === "rejected" ? { overageDisabledReason: "org_level_disabled" } : {}),
    isUsingOverage: false,
    ...(isWarning ? { surpassedThreshold: 0.9 } : {}),
    unifiedWindows: { [window]: windowOf },
  };
}

/** `3:33am`, as the CLI writes the hour in UTC. */
function clock(seconds: number): string {
  const date = new Date(seconds * 1000);
  const hours = date.getUTCHours();
  const minutes = date.getUTCMinutes();
  const half = hours < 12 ? "am" : "pm";
  return `${hours % 12 || 12}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}${half}`;
}
