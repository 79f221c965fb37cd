// The response headers of rate limits. Real CLIs turn them into `rate_limit_event` only if they use a token instead of a key.

import type { RateLimit } from "../../scenario/types.ts";

const ABBREVIATIONS = { five_hour: "5h", seven_day: "7d" } as const;
/** Where the API begins to warn. 2.1.325 reports `surpassedThreshold` only if the header is there. */
const WARNING_THRESHOLD = 0.9;

export function toRateLimitHeaders(limit: RateLimit): Readonly<Record<string, string>> {
  const { status, resetsAt, utilization, overageStatus } = limit;
  const window = limit.window ?? "five_hour";
  const short = ABBREVIATIONS[window];
  const headers: Record<string, string> = {
    [`${PREFIX}-status`]: status,
    [`${PREFIX}-representative-claim`]: window,
  };
  if (resetsAt !== undefined) {
    headers[`${PREFIX}-reset`] = String(resetsAt);
    headers[`${PREFIX}-${short}-reset`] = String(resetsAt);
  }
  if (utilization !== undefined) headers[`${PREFIX}-${short}-utilization`] = String(utilization);
  if (status === "allowed_warning") {
    headers[`${PREFIX}-${short}-surpassed-threshold`] = String(Math.min(WARNING_THRESHOLD, utilization ?? 1));
  }
  if (overageStatus !== undefined) {
    headers[`${PREFIX}-overage-status`] = overageStatus;
    if (overageStatus === "rejected") headers[`${PREFIX}-overage-disabled-reason`] = "org_level_disabled";
  }
  return headers;
}

const PREFIX = "anthropic-ratelimit-unified";
