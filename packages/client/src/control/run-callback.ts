// Runs a callback of the host, which may throw, hang, or never look at its signal. Always resolves, and leaves no timer.

import type { Clock } from "../clock.ts";
import { messageOf } from "../message-of.ts";

/** How long somebody has to decide, unless told otherwise. */
export const DEFAULT_DECISION_TIMEOUT_MS = 300_000;

export type CallbackOutcome<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "threw"; readonly message: string }
  | { readonly kind: "late" }
  /** Nobody waits for it any more. */
  | { readonly kind: "aborted" };

export interface CallbackLimits {
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal;
  readonly clock: Clock;
  /** 0 or Infinity: for ever. */
  readonly timeoutMs: number;
  /** Node does not end before the time is up. @default false */
  readonly keepsAlive?: boolean;
}

/** @param run gets a signal that is aborted with the limits' own, and when time is up */
export function runCallback<Value>(
  run: (signal: AbortSignal) => Value | Promise<Value>,
  { signal, clock, timeoutMs, keepsAlive = false }: CallbackLimits,
): Promise<CallbackOutcome<Value>> {
  if (signal?.aborted === true) return Promise.resolve({ kind: "aborted" });
  const own = new AbortController();
  return new Promise((resolve) => {
    const settle = (outcome: CallbackOutcome<Value>): void => {
      signal?.removeEventListener("abort", onAbort);
      cancelTimer?.();
      resolve(outcome);
      if (outcome.kind === "late") own.abort(new Error("Time is up."));
      if (outcome.kind === "aborted") own.abort(signal?.reason);
    };
    const onAbort = (): void => settle({ kind: "aborted" });
    signal?.addEventListener("abort", onAbort, { once: true });
    const isLimited = timeoutMs > 0 && Number.isFinite(timeoutMs);
    const cancelTimer = isLimited ? clock.after(timeoutMs, () => settle({ kind: "late" }), { keepsAlive }) : undefined;
    // In a promise, so that what it throws at once is caught as well.
    new Promise<Value>((begin) => begin(run(own.signal))).then(
      (value) => settle({ kind: "value", value }),
      (error: unknown) => settle({ kind: "threw", message: messageOf(error) }),
    );
  });
}
