// Time and timers, passed in so that tests can replace them. Nothing else in this package reads the time or sets a timer.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after the time, unless cancelled. @param options `keepsAlive`: the timer keeps Node alive */
  after(ms: number, callback: () => void, options?: { readonly keepsAlive?: boolean }): Cancel;
}

export type Cancel = () => void;

/** Node fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, callback, { keepsAlive = false } = {}) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves to whether the promise settled in time. The timer keeps Node alive, and is cancelled when the promise settles. */
export function settlesWithin(ms: number, promise: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false), { keepsAlive: true });
    void promise
      .catch(() => undefined)
      .then(() => {
        cancel();
        resolve(true);
        return undefined;
      });
  });
}
