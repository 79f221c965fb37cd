// Wall time from the first start on, for any number of runners.

import type { Clock } from "../clock.ts";

export interface Stopwatch {
  start(): void;
  stop(): void;
  /** Until now while anything runs, else until the last stop. */
  elapsedMs(): number;
  /** Until now, whatever runs. */
  sinceFirstMs(): number;
}

/** @param beforeMs what it has counted already */
export function createStopwatch(clock: Clock, beforeMs: number = 0): Stopwatch {
  let startedAt: number | undefined;
  let stoppedAt = 0;
  let running = 0;
  // Clocks are set back now and then.
  const until = (now: number): number => beforeMs + (startedAt === undefined ? 0 : Math.max(0, now - startedAt));
  return {
    start() {
      startedAt ??= clock.now();
      running += 1;
    },
    stop() {
      running -= 1;
      if (running === 0) stoppedAt = clock.now();
    },
    elapsedMs: () => until(running > 0 ? clock.now() : stoppedAt),
    sinceFirstMs: () => until(clock.now()),
  };
}
