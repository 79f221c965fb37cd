// Keys that were typed before a question was on the screen must not answer it: somebody who types a next prompt, or
// leans on Enter, has not read what is asked. While the guard is up, what is still in the terminal's buffer comes too, and is
// read past.

import type { Clock } from "@unspool/client";

export interface AnswerGuard {
  /** Keys are no answers yet. */
  readonly isUp: boolean;
  /** Something is asked from now on. */
  raise(): void;
  /** Returns whether a key that has just come is no answer. The guard then stays up until nobody has typed for a while. */
  takesKey(): boolean;
}

/** Longer than a key repeats itself, shorter than anybody reads a question. */
const GUARD_MS = 400;

/** @param onDown the keys that answer can be offered */
export function createAnswerGuard(clock: Clock, onDown: () => void): AnswerGuard {
  let cancel: (() => void) | undefined;
  function raise(): void {
    cancel?.();
    const stop = clock.after(GUARD_MS, () => {
      // On a busy machine the time may be over before the buffer was read: timers come first in Node's loop, then input.
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
    takesKey() {
      if (cancel === undefined) return false;
      raise();
      return true;
    },
  };
}
