// Measures wall time from the first start on, for any number of runners.

import type { Clock } from "../clock.ts";

export interface Stopwatch {
  start(): void;
  stop(): void;
  /** Time until now while anything runs, otherwise until the last stop. */
  elapsedMs(): number;
  /** Time from the first start until now. */
  sinceFirstMs(): number;
}

/** Creates a stopwatch. @param beforeMs the time that it has measured already */
export function createStopwatch(clock: Clock, beforeMs: number = 0): Stopwatch {
  let startedAt: number | undefined;
  let stoppedAt = 0;
  let running = 0;
  // The clock may have been set back.
  const measureUntil = (now: number): number => beforeMs + (startedAt === undefined ? 0 : Math.max(0, now - startedAt));
  return {
    start() {
      startedAt ??= clock.now();
      running += 1;
    },
    stop() {
      running -= 1;
      if (running === 0) stoppedAt = clock.now();
    },
    elapsedMs: () => measureUntil(running > 0 ? clock.now() : stoppedAt),
    sinceFirstMs: () => measureUntil(clock.now()),
  };
}
