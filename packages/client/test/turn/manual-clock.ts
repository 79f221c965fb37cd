// A clock that stands until it is told to go on.
import type { Clock } from "../../src/clock.ts";

export interface ManualClock extends Clock {
  /** How long the timers that are set have still to go. */
  readonly waits: readonly number[];
  /** Goes on, and calls what is due on the way. */
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let now = 1_000_000;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    get waits() {
      return Array.from(timers, ({ at }) => at - now).sort((a, b) => a - b);
    },
    advance(ms) {
      now += ms;
      for (const timer of Array.from(timers).sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
  };
}
