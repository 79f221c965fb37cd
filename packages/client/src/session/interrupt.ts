// Stops the turns under way. An interrupt that comes before its turn has begun is answered, and does nothing: so it is said
// again until the turns have ended, or the patience has.

import { settlesWithin, type Clock } from "../clock.ts";

const AGAIN_MS = 1000;

export interface InterruptOptions {
  readonly turns: readonly PromiseLike<unknown>[];
  /** Says it once, and waits for the answer. */
  readonly say: () => Promise<unknown>;
  readonly isOpen: () => boolean;
  readonly patienceMs: number;
  readonly clock: Clock;
  /** They do not end. */
  readonly onFailure: () => void;
}

/** @returns when they have ended */
export async function interruptTurns(options: InterruptOptions): Promise<void> {
  const { turns, say, isOpen, patienceMs, clock, onFailure } = options;
  const settled = Promise.allSettled(turns);
  const deadline = clock.now() + patienceMs;
  for (let isOver = false; !isOver && isOpen();) {
    // Who does not answer in time, or refuses, will not stop either; the turns may have ended meanwhile.
    const isAnswered = await say().then(
      () => true,
      () => false,
    );
    isOver = await settlesWithin(isAnswered ? AGAIN_MS : 0, settled, clock);
    if (!isOver && (!isAnswered || clock.now() > deadline)) onFailure();
  }
  await settled;
}
