// Time, passed in: tests have one of their own, and nothing else in this package asks for the time or sets a timer.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so long, unless cancelled. Does not keep the process alive unless asked to. */
  after(ms: number, callback: () => void, options?: { readonly keepsAlive?: boolean }): Cancel;
}

export type Cancel = () => void;

/** Node refuses longer timers, and fires them at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, callback, { keepsAlive = false } = {}) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Returns whether the promise settled in time. The timer keeps Node alive, and is gone when the promise has settled. */
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
