// Whether the prompt of a failed turn is asked again: only if a rate limit refused it, if the host wants to wait, and if
// nothing was done yet. A prompt that may have had effects is never sent twice.

import type { SessionState, TurnEndEvent } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { rateLimitWaitMs } from "../guard/rate-limit.ts";
import type { SessionOptions } from "../options/types.ts";

export function createRetry(
  { waitForRateLimit }: SessionOptions,
  clock: Clock,
  state: () => SessionState,
): (end: TurnEndEvent, before: SessionState) => number | undefined {
  return (end, before) => {
    if (state().toolCalls.size > before.toolCalls.size) return undefined;
    return rateLimitWaitMs(end, state(), clock.now(), waitForRateLimit);
  };
}
