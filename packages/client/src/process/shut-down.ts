// The end of a program, each step only if the one before was not enough: end of input, SIGTERM to the group, SIGKILL to the
// group. Always settles, also for a transport that never tells its end.

import { settlesWithin, type Clock } from "../clock.ts";
import type { ShutdownOptions } from "../options/types.ts";
import type { Transport } from "../transport/types.ts";

export interface ShutDownContext extends ShutdownOptions {
  readonly transport: Transport;
  /** Settles when `onExit` was called. */
  readonly exited: Promise<unknown>;
  readonly clock: Clock;
  /** Skips the steps before it: a program that must end now. @default "end-of-input" */
  readonly from?: ShutDownStep;
}

export type ShutDownStep = "end-of-input" | "SIGTERM" | "SIGKILL";

export interface ShutDownResult {
  /** The last step that was taken. */
  readonly step: ShutDownStep;
  /** False: it was killed, and its end was still not told. */
  readonly isGone: boolean;
}

const STEPS: readonly ShutDownStep[] = ["end-of-input", "SIGTERM", "SIGKILL"];

export async function shutDown(context: ShutDownContext): Promise<ShutDownResult> {
  const { transport, exited, clock, graceMs = 5000, killMs = 2000, from = "end-of-input" } = context;
  let step = from;
  for (step of STEPS.slice(STEPS.indexOf(from))) {
    if (step === "end-of-input") transport.endInput();
    else transport.kill(step);
    // A program that waits at its full pipe cannot end, and its end is not told before its last byte.
    transport.resume();
    if (await settlesWithin(step === "end-of-input" ? graceMs : killMs, exited, clock)) return { step, isGone: true };
  }
  return { step, isGone: false };
}
