// The kinds of API failure, as assistant lines and retries name them.

import type { Open } from "../json.ts";

/** What went wrong at the API. */
export type ApiErrorKind = Open<
  | "authentication_failed"
  | "oauth_org_not_allowed"
  | "account_on_hold"
  | "verification_required"
  | "billing_error"
  | "rate_limit"
  | "overloaded"
  | "invalid_request"
  | "model_not_found"
  | "server_error"
  | "unknown"
  | "max_output_tokens"
  | "cloud_credential_error"
>;
