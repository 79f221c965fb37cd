// A clock that stands still until it is moved.
import type { Clock } from "../../src/clock.ts";

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Milliseconds to the next timer, or undefined. */
  next(): number | undefined;
}

export function manualClock(start = 0): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const due = () => [...timers].sort((one, other) => one.at - other.at).at(0);
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = due(); timer !== undefined && timer.at <= end; timer = due()) {
        timers.delete(timer);
        now = timer.at;
        timer.callback();
      }
      now = end;
    },
    next() {
      const timer = due();
      return timer === undefined ? undefined : timer.at - now;
    },
  };
}
