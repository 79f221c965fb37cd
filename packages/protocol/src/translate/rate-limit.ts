// Translates rate limits of the account. Real CLIs put them under `rate_limit_info`; times are seconds since 1970.

import { present, type Fields } from "../wire/fields.ts";
import { asBoolean, asNumber, asObject, asString } from "../wire/read.ts";
import type { RateLimitInfo, RateLimitMessage } from "../wire/output/rate-limit.ts";
import type { Overage } from "./events.ts";
import { emit, type Translation } from "./translation.ts";

export function translateRateLimit(t: Translation, wire: Fields<RateLimitMessage & RateLimitInfo>): void {
  const info: Fields<RateLimitInfo> = asObject(wire.rate_limit_info) ?? wire;
  const overage: Overage = present({
    status: asString(info.overageStatus),
    resetsAt: asNumber(info.overageResetsAt),
    disabledReason: asString(info.overageDisabledReason),
    isInUse: asBoolean(info.isUsingOverage),
  });
  emit(t, "rate-limit", {
    status: asString(info.status) ?? "",
    resetsAt: asNumber(info.resetsAt),
    window: asString(info.rateLimitType),
    utilization: asNumber(info.utilization),
    overage: Object.keys(overage).length === 0 ? undefined : overage,
  });
}
