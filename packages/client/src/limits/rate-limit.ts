// Computes how long to wait for a rate limit of the account that has refused a turn.

import type { RateLimitEvent, SessionState, TurnEndEvent } from "@unspool/protocol";

/** The option `waitForRateLimit`. */
export type RateLimitWait = boolean | { readonly maxWaitMs: number } | undefined;

/** Added to a reset, which is given in whole seconds of the API's clock. */
const MARGIN_MS = 1000;
/** A reset that lies further back is not about this refusal. */
const MAX_PAST_MS = 60_000;

/**
 * Returns how long to wait. Undefined if no rate limit refused the turn, or the wait would be too long.
 * @param end how the turn ended
 * @param state the state after it
 * @param now milliseconds since 1970
 */
export function computeRateLimitWaitMs(
  end: TurnEndEvent,
  state: SessionState,
  now: number,
  wait: RateLimitWait,
): number | undefined {
  if (wait === undefined || wait === false || end.outcome !== "error") return undefined;
  if (end.apiErrorStatus !== undefined && end.apiErrorStatus !== 429) return undefined;
  const resetsAt = findReset(end, state);
  if (resetsAt === undefined || resetsAt < now - MAX_PAST_MS) return undefined;
  const waitMs = Math.max(0, resetsAt - now) + MARGIN_MS;
  return waitMs <= (wait === true ? Infinity : wait.maxWaitMs) ? waitMs : undefined;
}

/** Returns when all windows that refuse are open again, in milliseconds. */
function findReset(end: TurnEndEvent, state: SessionState): number | undefined {
  const seconds = state.rateLimits
    .toArray()
    .filter(isRefusing)
    .map(({ resetsAt }) => resetsAt ?? Infinity);
  const latest = seconds.length > 0 ? Math.max(...seconds) : parseResetFromText(end.text);
  return latest === undefined || latest === Infinity ? undefined : latest * 1000;
}

/** Whether a limit of the account refuses requests now. */
export function isUsedUp(state: SessionState): boolean {
  return state.rateLimits.toArray().some(isRefusing);
}

/** Whether the window refuses requests. A used-up window allows them while extra usage is paid for. */
function isRefusing({ status, overage }: RateLimitEvent): boolean {
  return status === "rejected" && overage?.isInUse !== true;
}

/** CLIs of 2025 write no `rate_limit_event`, but a time in the text: `Claude AI usage limit reached|1759900000`. */
function parseResetFromText(text: string): number | undefined {
  const [, seconds] = /limit reached\|(\d{10})\b/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
