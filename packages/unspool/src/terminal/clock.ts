// The time of this machine, as the client's clock is made.

import type { Clock } from "@unspool/client";

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, callback, options) {
    const timer = setTimeout(callback, ms);
    if (options?.keepsAlive !== true) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves when the time has passed, or at once when the signal is aborted. */
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

/** Node stays while something is waited for that keeps no process and no timer: a simulated claude that says nothing. */
export function holdOpen(clock: Clock): () => void {
  return clock.after(LONG_MS, () => undefined, { keepsAlive: true });
}
