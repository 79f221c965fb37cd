// A clock that tests advance by hand. Timers fire at their due time, in order.
import type { Clock } from "../../src/clock.ts";

export interface MadeUpClock extends Clock {
  advance(ms: number): void;
  /** Lets time pass as after a suspended machine, so that timers fire late. */
  jump(ms: number): void;
  readonly pendingTimers: number;
  /** Number of timers that were ever set. */
  readonly timersSet: number;
}

export function createMadeUpClock(): MadeUpClock {
  let now = 1_000_000;
  let timersSet = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const fireUntil = (end: number): void => {
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
      if (next === undefined) return;
      timers.delete(next);
      now = Math.max(now, next.at);
      next.callback();
    }
  };
  return {
    now: () => now,
    after(ms, callback) {
      timersSet += 1;
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      fireUntil(end);
      now = end;
    },
    jump(ms) {
      now += ms;
      fireUntil(now);
    },
    get pendingTimers() {
      return timers.size;
    },
    get timersSet() {
      return timersSet;
    },
  };
}
