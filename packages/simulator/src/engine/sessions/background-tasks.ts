// Background tasks: agents and shells that outlive the turn that started them. They act one after the other, and only
// while the main agent is idle, so that a scenario always gives the same lines.

import type { TaskInfo } from "../lines/lines.ts";

export interface RunningTask {
  readonly task: TaskInfo;
  readonly abort: AbortController;
  /** Settles when it has ended; never rejects. */
  readonly done: Promise<void>;
}

export interface BackgroundTasks {
  readonly running: readonly RunningTask[];
  add(task: RunningTask): void;
  remove(taskId: string): void;
  find(taskId: string): RunningTask | undefined;
  /** Runs the action when the main agent is idle. Resolves after it, or at once if the signal aborts first. */
  schedule(signal: AbortSignal, action: () => void): Promise<void>;
  /** Runs the action that has waited longest. Returns false if none waits. */
  step(): boolean;
  /** Called when an action waits. */
  onWaiting: () => void;
}

export function createBackgroundTasks(): BackgroundTasks {
  let running: readonly RunningTask[] = [];
  const waiting: (() => void)[] = [];
  const tasks: BackgroundTasks = {
    get running() {
      return running;
    },
    add(task) {
      running = [...running, task];
    },
    remove(taskId) {
      running = running.filter(({ task }) => task.taskId !== taskId);
    },
    find: (taskId) => running.find(({ task }) => task.taskId === taskId),
    schedule(signal, action) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const go = (): void => {
          signal.removeEventListener("abort", giveUp);
          action();
          resolve();
        };
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(go), 1);
          resolve();
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.push(go);
        tasks.onWaiting();
      });
    },
    step() {
      const next = waiting.shift();
      next?.();
      return next !== undefined;
    },
    onWaiting: () => undefined,
  };
  return tasks;
}
