// Watches whether a session is idle: no turn, no request and no background task. 2.1.325 also reports it, if an environment
// variable asks for it, but calls itself idle while a shell runs in the background. Between the end of a task and the turn
// that tells the model about it, nothing is visible for a moment: that moment is waited out.

import type { SessionState } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import type { ClaudeError } from "../errors.ts";

/** 2.1.74 and 2.1.200 begin that turn within 50 ms, 2.1.325 within 200 ms. About some tasks the model is never told. */
const UNREPORTED_TASK_WAIT_MS = 2000;

export interface IdleWatch {
  /** Checks again, because something may have changed. */
  look(): void;
  /** The session state as the CLI reports it. */
  reported(state: string): void;
  /** The CLI has stopped this task at the host's request. Some never report its end (2.1.74). */
  stopped(taskId: string): void;
  /** The process was started again and has reported nothing yet. */
  restarted(): void;
  /** Resolves when the session is idle, at once if it is. */
  idle(): Promise<void>;
  end(error: ClaudeError): void;
}

export interface IdleWatchOptions {
  readonly clock: Clock;
  readonly state: () => SessionState;
  /** Whether no turn runs or waits, and no request of the CLI is pending. */
  readonly isFree: () => boolean;
  readonly unreportedTasks: () => number;
  readonly onIdle: (isIdle: boolean) => void;
}

export function createIdleWatch({ clock, state, isFree, unreportedTasks, onIdle }: IdleWatchOptions): IdleWatch {
  let reportedState: string | undefined;
  let wasIdle = false;
  let ended: ClaudeError | undefined;
  let cancel: Cancel | undefined;
  let waitedOut = 0;
  const stopped = new Set<string>();
  const waiting: { readonly resolve: () => void; readonly reject: (error: ClaudeError) => void }[] = [];

  const isIdle = (): boolean => {
    // Checked first, because reading the state at each chunk of a turn would cost time.
    if (!isFree()) return false;
    const { activity, backgroundTaskIds } = state();
    if (activity.phase === "turn" || backgroundTaskIds.some((id) => !stopped.has(id))) return false;
    const isReportedIdle = reportedState === undefined || reportedState === "idle" || activity.phase === "starting";
    return isReportedIdle && unreportedTasks() <= waitedOut;
  };
  const look = (): void => {
    if (ended !== undefined) return;
    waitedOut = Math.min(waitedOut, unreportedTasks());
    const now = isIdle();
    if (now !== wasIdle) onIdle(now);
    wasIdle = now;
    if (now) for (const { resolve } of waiting.splice(0)) resolve();
    else if (isFree() && unreportedTasks() > waitedOut) waitOut();
  };
  const waitOut = (): void => {
    if (cancel !== undefined) return;
    const count = unreportedTasks();
    const { events } = state().counts;
    cancel = clock.after(UNREPORTED_TASK_WAIT_MS, () => {
      cancel = undefined;
      if (state().counts.events === events) waitedOut = count;
      look();
    });
  };

  return {
    look,
    reported(reported) {
      reportedState = reported;
    },
    stopped(taskId) {
      stopped.add(taskId);
      look();
    },
    restarted() {
      reportedState = undefined;
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
