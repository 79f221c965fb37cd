// The errors of the Messages API, and the error of the stub itself.

import type { JsonObject } from "../../json.ts";

/** Thrown for wrong use of the stub. Errors of clients are answered over HTTP. */
export class ModelStubError extends Error {
  override readonly name = "ModelStubError";
  readonly code: "invalid-option" | "listen-failed";

  constructor(code: "invalid-option" | "listen-failed", message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error response. */
export interface ApiRefusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

export function createRefusal(status: number, message?: string, type?: string): ApiRefusal {
  const known = KNOWN[status] ?? (status >= 500 ? API_ERROR : INVALID_REQUEST);
  return { status, type: type ?? known.type, message: message ?? known.message };
}

/**
 * The API also puts `request_id` into the body. It is left out, since releases up to 2.1.74 show the body to the user, and
 * clients read the id from the header.
 */
export function toErrorBody({ type, message }: ApiRefusal): JsonObject {
  return { type: "error", error: { type, message } };
}

const INVALID_REQUEST = { type: "invalid_request_error", message: "Invalid request" };
const API_ERROR = { type: "api_error", message: "Internal server error" };

const KNOWN: Readonly<Record<number, { readonly type: string; readonly message: string }>> = {
  400: INVALID_REQUEST,
  401: { type: "authentication_error", message: "invalid x-api-key" },
  402: { type: "billing_error", message: "Your credit balance is too low to access the Anthropic API." },
  403: { type: "permission_error", message: "Your API key does not have permission to use the specified resource." },
  404: { type: "not_found_error", message: "Not found" },
  413: { type: "request_too_large", message: "Request exceeds the maximum size" },
  429: {
    type: "rate_limit_error",
    message: "This request would exceed your account's rate limit. Please try again later.",
  },
  500: API_ERROR,
  504: { type: "timeout_error", message: "The request timed out" },
  529: { type: "overloaded_error", message: "Overloaded" },
};
