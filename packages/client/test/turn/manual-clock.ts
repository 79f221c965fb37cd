// A clock that tests advance by hand.
import type { Clock } from "../../src/clock.ts";

export interface ManualClock extends Clock {
  /** Remaining time of each pending timer. */
  readonly waits: readonly number[];
  /** Advances the time, and fires the timers that are due. */
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
