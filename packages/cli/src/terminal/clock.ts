// The system clock as a `Clock` of the client.

import type { Clock } from "@unspool/client";

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, callback, options) {
    const timer = setTimeout(callback, ms);
    if (options?.keepsAlive !== true) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or immediately when the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms <= 0) {
      resolve();
      return;
    }
    const cancel = clock.after(ms, finish, { keepsAlive: true });
    signal.addEventListener("abort", finish, { once: true });
    function finish(): void {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    }
  });
}

const LONG_MS = 1 << 30;

/** Keeps Node running while it waits for something without a handle, such as a silent simulated claude. Returns a function that stops it. */
export function keepProcessAlive(clock: Clock): () => void {
  return clock.after(LONG_MS, () => undefined, { keepsAlive: true });
}
