// Whether a turn was refused by a limit of the account that will be reset, and how long that takes.

import type { RateLimitEvent, SessionState, TurnEndEvent } from "@unspool/protocol";

/** As the option `waitForRateLimit` is given. */
export type RateLimitPatience = boolean | { readonly maxWaitMs: number } | undefined;

/** Resets are told in whole seconds, and the API's clock is not ours. */
const MARGIN_MS = 1000;
/** A reset that is over for longer has nothing to do with this refusal. */
const MAX_PAST_MS = 60_000;

/**
 * @param end how the turn ended, @param state the state after it, @param now milliseconds since 1970
 * @returns how long to wait; undefined if it was not refused by such a limit, or the wait would be too long
 */
export function rateLimitWaitMs(
  end: TurnEndEvent,
  state: SessionState,
  now: number,
  patience: RateLimitPatience,
): number | undefined {
  if (patience === undefined || patience === false || end.outcome !== "error") return undefined;
  if (end.apiErrorStatus !== undefined && end.apiErrorStatus !== 429) return undefined;
  const resetsAt = resetOf(end, state);
  if (resetsAt === undefined || resetsAt < now - MAX_PAST_MS) return undefined;
  const waitMs = Math.max(0, resetsAt - now) + MARGIN_MS;
  return waitMs <= (patience === true ? Infinity : patience.maxWaitMs) ? waitMs : undefined;
}

/** When all windows that refuse are open again, in milliseconds. */
function resetOf(end: TurnEndEvent, state: SessionState): number | undefined {
  const seconds = state.rateLimits
    .toArray()
    .filter(isRefusing)
    .map(({ resetsAt }) => resetsAt ?? Infinity);
  const latest = seconds.length > 0 ? Math.max(...seconds) : resetInText(end.text);
  return latest === undefined || latest === Infinity ? undefined : latest * 1000;
}

/** Whether a limit of the account refuses requests now. */
export function isUsedUp(state: SessionState): boolean {
  return state.rateLimits.toArray().some(isRefusing);
}

/** A window that is used up still lets requests pass while extra usage is paid for. */
function isRefusing({ status, overage }: RateLimitEvent): boolean {
  return status === "rejected" && overage?.isInUse !== true;
}

/** CLIs of 2025 write no rate_limit_event but a time into the text: `Claude AI usage limit reached|1759900000`. */
function resetInText(text: string): number | undefined {
  const [, seconds] = /limit reached\|(\d{10})\b/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
