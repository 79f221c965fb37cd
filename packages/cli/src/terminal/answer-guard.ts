// Ignores keys that were typed before a question was on the screen: a person who is typing the next prompt, or leaning on
// Enter, has not read the question. While the guard is up, keys that are still in the terminal's buffer arrive and are dropped.

import type { Clock } from "@unspool/client";

export interface AnswerGuard {
  /** Whether keys do not count as answers yet. */
  readonly isUp: boolean;
  /** Starts the guard, because a question has appeared. */
  raise(): void;
  /** Returns whether the key that was just typed must be ignored. If so, the guard stays up for another GUARD_MS. */
  swallowsKey(): boolean;
}

/** Longer than the interval of key repeat, shorter than anybody needs to read a question. */
const GUARD_MS = 400;

/** @param onDown called when keys count as answers again */
export function createAnswerGuard(clock: Clock, onDown: () => void): AnswerGuard {
  let cancel: (() => void) | undefined;
  function raise(): void {
    cancel?.();
    const stop = clock.after(GUARD_MS, () => {
      // On a busy machine the timer may fire before the buffer was read: Node runs timers first, then input.
      setImmediate(() => {
        if (cancel !== stop) return;
        cancel = undefined;
        onDown();
      });
    });
    cancel = stop;
  }
  return {
    get isUp() {
      return cancel !== undefined;
    },
    raise,
    swallowsKey() {
      if (cancel === undefined) return false;
      raise();
      return true;
    },
  };
}
