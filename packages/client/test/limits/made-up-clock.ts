// A clock that stands still until it is told to go on. Timers fire at their own time, in order.
import type { Clock } from "../../src/clock.ts";

export interface MadeUpClock extends Clock {
  advance(ms: number): void;
  /** As after a suspended machine: time has passed, timers fire late. */
  jump(ms: number): void;
  readonly pendingTimers: number;
  /** How many were ever set. */
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
