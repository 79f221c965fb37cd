// A latch that stops a run once, with the first reason. Nothing new begins after it, and waits for something that may never
// come end.

import type { ClaudeError } from "../errors.ts";

export class AbortLatch {
  readonly #waiting = new Set<() => void>();
  #reason: ClaudeError | undefined;

  get reason(): ClaudeError | undefined {
    return this.#reason;
  }

  stop(reason: ClaudeError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const leave of this.#waiting) leave();
    this.#waiting.clear();
  }

  /** Settles as the promise does, or with `undefined` once stopped. `Promise.race` would keep every loser in memory. */
  unlessStopped<Value>(promise: PromiseLike<Value>): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(undefined);
      if (this.#reason === undefined) this.#waiting.add(leave);
      else leave();
      const free = (): unknown => this.#waiting.delete(leave);
      promise.then(resolve, reject);
      promise.then(free, free);
    });
  }
}

/** Stops when the signal is aborted. @returns a function that removes the listener */
export function stopOnAbort(latch: AbortLatch, signal: AbortSignal | undefined, reason: () => ClaudeError): () => void {
  const stop = (): void => latch.stop(reason());
  if (signal?.aborted === true) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return () => signal?.removeEventListener("abort", stop);
}
