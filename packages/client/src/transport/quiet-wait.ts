// After a program has ended, somebody it started may hold its pipes open for ever: how long they are still read. Quiet is
// counted while somebody reads only, so what a paused reader has not taken yet is not lost.

import type { Cancel, Clock } from "../clock.ts";

/** Somebody who never falls silent is not the program: after so many waits in which something came, it is enough. */
const MAX_WAITS = 40;

export class QuietWait {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onQuiet: () => void;
  #hasHeard = false;
  #waits = 0;
  #isPaused = false;
  #isOver = false;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, ms: number, onQuiet: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onQuiet = onQuiet;
    this.#wait();
  }

  heard(): void {
    this.#hasHeard = true;
  }

  set isPaused(isPaused: boolean) {
    if (this.#isOver || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#cancel?.();
    if (!isPaused) this.#wait();
  }

  end(): void {
    this.#isOver = true;
    this.#cancel?.();
  }

  #wait(): void {
    this.#hasHeard = false;
    let isCancelled = false;
    const cancelTimer = this.#clock.after(
      this.#ms,
      () => {
        // A host that was busy for long runs its timers before it reads: one round of reading first.
        setImmediate(() => {
          if (isCancelled) return;
          this.#waits += 1;
          if (this.#hasHeard && this.#waits < MAX_WAITS) this.#wait();
          else this.#onQuiet();
        });
      },
      { keepsAlive: true },
    );
    this.#cancel = () => {
      isCancelled = true;
      cancelTimer();
    };
  }
}
