// Converts a rate-limit event to the scenario format.

import type { RateLimitEvent } from "@unspool/protocol";

import type { RateLimit } from "../types.ts";

/** Returns undefined for a status that scenarios do not have. */
export function toRateLimit(event: RateLimitEvent): RateLimit | undefined {
  const { status, resetsAt, window, utilization, overage } = event;
  if (!isStatus(status)) return undefined;
  const overageStatus = overage?.status;
  return {
    status,
    ...(resetsAt === undefined ? {} : { resetsAt: Math.max(0, Math.round(resetsAt)) }),
    ...(isWindow(window) ? { window } : {}),
    ...(utilization === undefined ? {} : { utilization: Math.min(1, Math.max(0, utilization)) }),
    ...(isStatus(overageStatus) ? { overageStatus } : {}),
  };
}

function isWindow(window: string | undefined): window is "five_hour" | "seven_day" {
  return window === "five_hour" || window === "seven_day";
}

function isStatus(status: unknown): status is RateLimit["status"] {
  return status === "allowed" || status === "allowed_warning" || status === "rejected";
}
