// Ends a program step by step: end of input, then SIGTERM, then SIGKILL to its group. A step is taken only if the one before
// was not enough. It always settles, even if the transport never reports the exit.

import { settlesWithin, type Clock } from "../clock.ts";
import type { Transport } from "./types.ts";

/** How long the program may take to end. */
export interface ShutdownOptions {
  /** From the end of input to SIGTERM. @default 5000 */
  readonly graceMs?: number;
  /** From SIGTERM to SIGKILL. @default 2000 */
  readonly killMs?: number;
}

export interface ShutDownContext extends ShutdownOptions {
  readonly transport: Transport;
  /** Settles when `onExit` was called. */
  readonly exited: Promise<unknown>;
  readonly clock: Clock;
  /** The first step, for a program that must end now. @default "end-of-input" */
  readonly from?: ShutDownStep;
}

export type ShutDownStep = "end-of-input" | "SIGTERM" | "SIGKILL";

export interface ShutDownResult {
  /** The last step that was taken. */
  readonly step: ShutDownStep;
  /** False if the transport did not report an exit even after SIGKILL. */
  readonly isGone: boolean;
}

const STEPS: readonly ShutDownStep[] = ["end-of-input", "SIGTERM", "SIGKILL"];

export async function shutDown(context: ShutDownContext): Promise<ShutDownResult> {
  const { transport, exited, clock, graceMs = 5000, killMs = 2000, from = "end-of-input" } = context;
  let step = from;
  for (step of STEPS.slice(STEPS.indexOf(from))) {
    if (step === "end-of-input") transport.endInput();
    else transport.kill(step);
    // A program that waits at its full pipe cannot end, and its exit is reported only after its last byte.
    transport.resume();
    if (await settlesWithin(step === "end-of-input" ? graceMs : killMs, exited, clock)) return { step, isGone: true };
  }
  return { step, isGone: false };
}
