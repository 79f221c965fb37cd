// Runs a callback of the host, which may throw, hang, or ignore its signal. It always resolves, and leaves no timer behind.

import { getErrorMessage } from "@unspool/protocol/kit";
import type { Clock } from "./clock.ts";

/** The default time for a decision. */
export const DEFAULT_DECISION_TIMEOUT_MS = 300_000;

export type CallbackOutcome<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "threw"; readonly message: string }
  | { readonly kind: "late" }
  /** The caller no longer waits. */
  | { readonly kind: "aborted" };

export interface CallbackLimits {
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
  readonly clock: Clock;
  /** 0 or Infinity: no limit. */
  readonly timeoutMs: number;
  /** Whether the timer keeps Node alive. @default false */
  readonly keepsAlive?: boolean;
}

/** @param run gets a signal that is aborted with that of the limits, and at the timeout */
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
    // Inside a promise, so that a synchronous error is caught, too.
    new Promise<Value>((begin) => begin(run(own.signal))).then(
      (value) => settle({ kind: "value", value }),
      (error: unknown) => settle({ kind: "threw", message: getErrorMessage(error) }),
    );
  });
}
