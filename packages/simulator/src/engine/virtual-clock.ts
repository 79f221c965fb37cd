// Time that passes only when nothing else is left to do: whoever waits is woken in the order of due times, and those of
// one moment in the order in which they came. So delays keep their order though nobody waits for them.

import type { EngineHost } from "./types.ts";

export interface VirtualClock {
  readonly sleep: EngineHost["sleep"];
  /** How long until the next is due; undefined if nobody waits. */
  readonly nextInMs: number | undefined;
  /** Moves the clock to the next due time and wakes one; false if nobody waits. */
  wakeNext(): boolean;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createVirtualClock(): VirtualClock {
  /** By due time. */
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

/** A virtual clock that runs by itself. Each step lets input in, so that a scenario with delays can be interrupted. */
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
