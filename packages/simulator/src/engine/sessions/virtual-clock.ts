// A clock that advances only when nothing else is left to do. It wakes sleepers in the order of their due times, and
// those with the same due time in the order of their arrival, so delays keep their order and cost no time.

import type { EngineHost } from "./options.ts";

export interface VirtualClock {
  readonly sleep: EngineHost["sleep"];
  /** Time until the next sleeper is due; `undefined` if there is none. */
  readonly nextInMs: number | undefined;
  /** Advances to the next due time and wakes one sleeper; returns false if there is none. */
  wakeNext(): boolean;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createVirtualClock(): VirtualClock {
  /** Sorted by due time. */
  const sleepers: Sleeper[] = [];
  let now = 0;
  return {
    async sleep(ms, signal) {
      if (signal?.aborted === true) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal?.removeEventListener("abort", leave);
          resolve();
        };
        const sleeper: Sleeper = { at: now + ms, wake };
        const leave = (): void => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          wake();
        };
        sleepers.splice(sleepers.findLastIndex(({ at }) => at <= sleeper.at) + 1, 0, sleeper);
        signal?.addEventListener("abort", leave);
      });
    },
    get nextInMs() {
      const first = sleepers[0];
      return first === undefined ? undefined : first.at - now;
    },
    wakeNext() {
      const first = sleepers.shift();
      if (first === undefined) return false;
      now = first.at;
      first.wake();
      return true;
    },
  };
}

/**
 * Creates a virtual clock that advances by itself. Each step lets input in, so that a scenario with delays can be
 * interrupted.
 */
export function createVirtualSleep(): EngineHost["sleep"] {
  const clock = createVirtualClock();
  let isRunning = false;
  const step = (): void => {
    clock.wakeNext();
    isRunning = clock.nextInMs !== undefined;
    if (isRunning) setImmediate(step);
  };
  return (ms, signal) => {
    const slept = clock.sleep(ms, signal);
    if (!isRunning && clock.nextInMs !== undefined) {
      isRunning = true;
      setImmediate(step);
    }
    return slept;
  };
}
