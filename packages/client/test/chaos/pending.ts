// Tracks every promise of the client until it settles, and every timer until it fires or is cancelled.

import { SYSTEM_CLOCK, type Clock } from "../../src/clock.ts";
import { ClaudeError } from "../../src/errors.ts";
import { TurnError } from "../../src/turn/turn-error.ts";

export class Pending {
  readonly #names = new Map<Promise<unknown>, string>();
  readonly problems: string[] = [];

  /** Errors must be of the documented kinds. */
  track<Value>(name: string, given: PromiseLike<Value>): Promise<Value | undefined> {
    const settled = Promise.resolve(given).then(
      (value) => {
        this.#names.delete(settled);
        return value;
      },
      (error: unknown) => {
        this.#names.delete(settled);
        if (!(error instanceof ClaudeError || error instanceof TurnError)) {
          this.problems.push(
            `${name} rejected with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          );
        }
        return undefined;
      },
    );
    this.#names.set(settled, name);
    return settled;
  }

  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  /** Settled, or given up. */
  async wait(ms: number): Promise<readonly string[]> {
    const deadline = performance.now() + ms;
    while (this.#names.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.names;
  }
}

export interface CountingClock extends Clock {
  readonly timers: readonly string[];
}

export function countingClock(): CountingClock {
  const open = new Map<object, string>();
  return {
    now: () => SYSTEM_CLOCK.now(),
    after(ms, callback, options) {
      const key = {};
      const { stack = "" } = new Error();
      open.set(
        key,
        `${ms} ms ${/at (.*)\n.*at (.*)/.exec(stack.split("\n").slice(2, 4).join("\n"))?.slice(1).join(" ") ?? ""}`,
      );
      const cancel = SYSTEM_CLOCK.after(
        ms,
        () => {
          open.delete(key);
          callback();
        },
        options,
      );
      return () => {
        open.delete(key);
        cancel();
      };
    },
    get timers() {
      return [...open.values()];
    },
  };
}
