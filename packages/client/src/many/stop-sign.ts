// Says once, for the first reason given, that nothing new is to begin, and frees whoever waits for something that may
// never come.

import type { ClaudeError } from "../errors.ts";

export class StopSign {
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

  /** What the promise settles with, or undefined from the stop on. Not `Promise.race`, which would keep every loser. */
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

/** Stops when the signal is aborted. @returns how not to */
export function stopOnAbort(sign: StopSign, signal: AbortSignal | undefined, reason: () => ClaudeError): () => void {
  const stop = (): void => sign.stop(reason());
  if (signal?.aborted === true) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return () => signal?.removeEventListener("abort", stop);
}
