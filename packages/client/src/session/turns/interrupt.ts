// Interrupts the turns under way. The CLI answers an interrupt that comes before its turn has begun, and ignores it. So
// the request is sent again until the turns have ended or the time is up.

import { settlesWithin, type Clock } from "../../clock.ts";
import { ClaudeError } from "../../errors.ts";

const RESEND_MS = 1000;

export interface InterruptOptions {
  readonly turns: readonly Promise<unknown>[];
  /** Sends one interrupt and waits for the answer. */
  readonly send: () => Promise<unknown>;
  readonly isOpen: () => boolean;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The turns do not end. */
  readonly onFailure: (error: ClaudeError) => void;
}

/** Resolves when the turns have ended. */
export async function interruptTurns(options: InterruptOptions): Promise<void> {
  const { turns, send, isOpen, timeoutMs, clock, onFailure } = options;
  const settled = Promise.allSettled(turns);
  const deadline = clock.now() + timeoutMs;
  for (let isOver = false; !isOver && isOpen();) {
    // A CLI that does not answer in time, or refuses, will not stop either; but the turns may have ended meanwhile.
    const isAnswered = await send().then(
      () => true,
      () => false,
    );
    isOver = await settlesWithin(isAnswered ? RESEND_MS : 0, settled, clock);
    if (!isOver && (!isAnswered || clock.now() > deadline)) {
      const message = `The turn did not end within ${timeoutMs} ms of an interrupt; the session was ended.`;
      onFailure(new ClaudeError("watchdog", message, { stallReason: "silent-stream" }));
    }
  }
  await settled;
}
