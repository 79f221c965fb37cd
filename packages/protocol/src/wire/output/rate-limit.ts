// rate_limit_event: the limits of the account's plan, after each request made with a plan's login.

import type { Open } from "../json.ts";
import type { Envelope } from "./envelope.ts";

/** Whether requests are still accepted. */
export type RateLimitStatus = Open<"allowed" | "allowed_warning" | "rejected">;

/** Why extra usage is not available. */
export type OverageDisabledReason = Open<
  | "overage_not_provisioned"
  | "org_level_disabled"
  | "org_level_disabled_until"
  | "out_of_credits"
  | "seat_tier_level_disabled"
  | "member_level_disabled"
  | "seat_tier_zero_credit_limit"
  | "group_zero_credit_limit"
  | "member_zero_credit_limit"
  | "org_service_level_disabled"
  | "org_service_zero_credit_limit"
  | "no_limits_configured"
  | "unknown"
>;

/** The limits according to the last response of the API. */
export interface RateLimitInfo {
  readonly status: RateLimitStatus;
  /** Unix time in seconds. */
  readonly resetsAt?: number;
  /** The window that the figures are about. */
  readonly rateLimitType?: Open<
    "five_hour" | "seven_day" | "seven_day_opus" | "seven_day_sonnet" | "seven_day_overage_included" | "overage"
  >;
  /** The part of the window used, from 0 to 1. */
  readonly utilization?: number;
  readonly overageStatus?: RateLimitStatus;
  /** Unix time in seconds. */
  readonly overageResetsAt?: number;
  readonly overageDisabledReason?: OverageDisabledReason;
  readonly isUsingOverage?: boolean;
  readonly overageInUse?: boolean;
  readonly overageEnabled?: boolean;
  readonly surpassedThreshold?: number;
  readonly limitScope?: Open<"service" | "channel" | "group_pool">;
  readonly errorCode?: Open<"credits_required">;
  readonly canUserPurchaseCredits?: boolean;
  readonly hasChargeableSavedPaymentMethod?: boolean;
  /** Every window at once. @since 2.1.250 */
  readonly unifiedWindows?: Readonly<Record<string, RateLimitWindow>>;
}

/** The usage of one window. */
export interface RateLimitWindow {
  readonly utilization?: number;
  readonly resetsAt?: number;
  readonly surpassedThreshold?: number;
}

/** A line about the limits. @since 2.1.74 */
export interface RateLimitMessage extends Envelope {
  readonly type: "rate_limit_event";
  /** @checked */
  readonly rate_limit_info: RateLimitInfo;
}
