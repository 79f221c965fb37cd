// Where the account stands. Real CLIs put it under `rate_limit_info`; times are seconds since 1970.

import type { JsonObject } from "../wire/json.ts";
import { asBoolean, asNumber, asObject, asString } from "../wire/read.ts";
import type { Overage } from "./events.ts";
import { emit, type Translation } from "./translation.ts";

export function translateRateLimit(t: Translation, wire: JsonObject): void {
  const info = asObject(wire["rate_limit_info"]) ?? wire;
  emit(t, "rate-limit", {
    status: asString(info["status"]) ?? "",
    resetsAt: asNumber(info["resetsAt"]),
    window: asString(info["rateLimitType"]),
    utilization: asNumber(info["utilization"]),
    overage: readOverage(info),
  });
}

function readOverage(info: JsonObject): Overage | undefined {
  const status = asString(info["overageStatus"]);
  const resetsAt = asNumber(info["overageResetsAt"]);
  const disabledReason = asString(info["overageDisabledReason"]);
  const isInUse = asBoolean(info["isUsingOverage"]);
  const overage: Overage = {
    ...(status === undefined ? {} : { status }),
    ...(resetsAt === undefined ? {} : { resetsAt }),
    ...(disabledReason === undefined ? {} : { disabledReason }),
    ...(isInUse === undefined ? {} : { isInUse }),
  };
  return Object.keys(overage).length === 0 ? undefined : overage;
}
