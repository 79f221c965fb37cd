// Decides how long the pipes of an ended program are still read, as a process that it started may hold them open for ever.
// Silence counts only while the pipes are read, so that a paused reader loses nothing.

import type { Cancel, Clock } from "../clock.ts";

/** A process that never falls silent is not the program. After this many waits with output, reading stops. */
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
        // A host that was busy runs its timers before it reads, so it reads for one round first.
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
