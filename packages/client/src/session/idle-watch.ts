// When is a session idle? No turn, no request, no background task; and the newest CLI says so itself (2.1.325, asked by an
// environment variable; but it calls itself idle while a shell runs in the background). Between a task's end and the turn
// in which the model is told of it there is a moment when nothing is left to see: that moment is waited out.

import type { SessionState } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import type { ClaudeError } from "../errors.ts";

/** 2.1.74 and 2.1.200 begin that turn within 50 ms, 2.1.325 within 200 ms; some ends are never told. */
const UNTOLD_MS = 2000;

export interface IdleWatch {
  /** Something may have changed. */
  look(): void;
  /** The CLI's own verdict. */
  reported(state: string): void;
  /** The CLI has stopped this task at the host's request. Some never tell of its end (2.1.74). */
  stopped(taskId: string): void;
  /** Another program goes on, and has said nothing yet. */
  restarted(): void;
  /** Resolves when it is idle; at once if it is. */
  idle(): Promise<void>;
  end(error: ClaudeError): void;
}

export interface IdleWatchOptions {
  readonly clock: Clock;
  readonly state: () => SessionState;
  /** Nothing of the host's own is under way. */
  readonly isFree: () => boolean;
  readonly untold: () => number;
  readonly onIdle: (isIdle: boolean) => void;
}

export function createIdleWatch({ clock, state, isFree, untold, onIdle }: IdleWatchOptions): IdleWatch {
  let verdict: string | undefined;
  let wasIdle = false;
  let ended: ClaudeError | undefined;
  let cancel: Cancel | undefined;
  let waitedOut = 0;
  const stopped = new Set<string>();
  const waiting: { readonly resolve: () => void; readonly reject: (error: ClaudeError) => void }[] = [];

  const isIdle = (): boolean => {
    // Asked first: at each chunk of a turn, nobody else needs the state.
    if (!isFree()) return false;
    const { activity, backgroundTaskIds } = state();
    if (activity.phase === "turn" || backgroundTaskIds.some((id) => !stopped.has(id))) return false;
    const isSaid = verdict === undefined || verdict === "idle" || activity.phase === "starting";
    return isSaid && untold() <= waitedOut;
  };
  const look = (): void => {
    if (ended !== undefined) return;
    waitedOut = Math.min(waitedOut, untold());
    const now = isIdle();
    if (now !== wasIdle) onIdle(now);
    wasIdle = now;
    if (now) for (const { resolve } of waiting.splice(0)) resolve();
    else if (isFree() && untold() > waitedOut) waitOut();
  };
  const waitOut = (): void => {
    if (cancel !== undefined) return;
    const count = untold();
    const { events } = state().counts;
    cancel = clock.after(UNTOLD_MS, () => {
      cancel = undefined;
      if (state().counts.events === events) waitedOut = count;
      look();
    });
  };

  return {
    look,
    reported(reported) {
      verdict = reported;
    },
    stopped(taskId) {
      stopped.add(taskId);
      look();
    },
    restarted() {
      verdict = undefined;
      waitedOut = 0;
    },
    idle() {
      if (ended !== undefined) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        look();
      });
    },
    end(error) {
      if (ended !== undefined) return;
      ended = error;
      cancel?.();
      for (const { reject } of waiting.splice(0)) reject(error);
    },
  };
}
