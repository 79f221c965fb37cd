// Where the account stood, in the words of a scenario.

import type { RateLimitEvent } from "@unspool/protocol";

import type { RateLimit } from "../types.ts";

/** Undefined for a verdict that scenarios do not know. */
export function rateLimitOf(event: RateLimitEvent): RateLimit | undefined {
  const { status, resetsAt, window, utilization, overage } = event;
  if (!isVerdict(status)) return undefined;
  const overageStatus = overage?.status;
  return {
    status,
    ...(resetsAt === undefined ? {} : { resetsAt: Math.max(0, Math.round(resetsAt)) }),
    ...(isWindow(window) ? { window } : {}),
    ...(utilization === undefined ? {} : { utilization: Math.min(1, Math.max(0, utilization)) }),
    ...(isVerdict(overageStatus) ? { overageStatus } : {}),
  };
}

function isWindow(window: string | undefined): window is "five_hour" | "seven_day" {
  return window === "five_hour" || window === "seven_day";
}

function isVerdict(status: unknown): status is RateLimit["status"] {
  return status === "allowed" || status === "allowed_warning" || status === "rejected";
}
