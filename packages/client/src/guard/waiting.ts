// What the CLI owes, from what it has said: which of the five silences would be this one, or none.

import type { Event, MessageEndEvent } from "@unspool/protocol";
import type { WatchdogVerdict } from "./types.ts";

export interface Waiting {
  started(): void;
  /** @returns whether a turn begins by it */
  promptWritten(): boolean;
  /** @returns whether it was the first */
  lineCame(): boolean;
  /** @returns whether something else may be waited for now */
  observe(event: Event): boolean;
  inputEnded(): void;
  verdict(): WatchdogVerdict | undefined;
  /** The CLI has said that it will be silent for so long. */
  delayMs(): number;
}

/** After these the model is not asked again: only the result is missing. */
const LAST_WORDS: ReadonlySet<string | null> = new Set(["end_turn", "stop_sequence"]);
const TASK_ENDS: ReadonlySet<string | undefined> = new Set(["completed", "failed", "killed", "stopped"]);

export function createWaiting(): Waiting {
  let isStarted = false;
  let hasLine = false;
  let isTurn = false;
  /** A prompt has no result yet. */
  let isAsked = false;
  let isInputEnded = false;
  let isCompacting = false;
  let retryMs = 0;
  let next: "silent-stream" | "silent-after-tool-result" | "silent-after-end-of-turn" = "silent-stream";
  /** Calls of the main agent that run, with their message. What an agent calls lies within the call that started it. */
  const calls = new Map<string, string>();
  const hooks = new Set<string>();
  /** Tasks that live. A turn's result may wait for those in the background (2.1.74). */
  const tasks = new Set<string>();

  const beginTurn = (): void => {
    isTurn = true;
    next = "silent-stream";
  };
  const endTurn = (): void => {
    isTurn = false;
    isCompacting = false;
    retryMs = 0;
    calls.clear();
    hooks.clear();
  };
  /** It says that it is done: a prompt without a result will hardly get one, and whoever asked must not wait for ever. */
  const beIdle = (): void => {
    endTurn();
    if (!isAsked) return;
    isTurn = true;
    next = "silent-after-end-of-turn";
  };
  /** The model speaks: its earlier calls are answered or given up, and whatever held it up is over. */
  const beginMessage = (messageId: string): void => {
    if (!isTurn) beginTurn();
    for (const [id, message] of calls) if (message !== messageId) calls.delete(id);
    hooks.clear();
    isCompacting = false;
    retryMs = 0;
    next = "silent-stream";
  };
  const endMessage = ({ stopReason }: MessageEndEvent): void => {
    if (LAST_WORDS.has(stopReason)) next = "silent-after-end-of-turn";
  };

  /** Of the main agent: what other agents say does not tell what it does. */
  const observeMain = (event: Event): boolean => {
    switch (event.type) {
      case "session-init":
        if (!isTurn) beginTurn();
        return true;
      case "message-start":
        beginMessage(event.messageId);
        return true;
      case "message-end":
        endMessage(event);
        return true;
      case "tool-call-end":
        if (event.aborted !== true) calls.set(event.toolUseId, event.messageId);
        return false;
      case "tool-result":
        calls.delete(event.toolUseId);
        next = "silent-after-tool-result";
        return true;
      case "message-retracted":
        for (const [id, message] of calls) if (message === event.messageId) calls.delete(id);
        return true;
      case "user-message":
        next = "silent-stream";
        return true;
      case "session-status":
        isCompacting = event.status === "compacting";
        next = "silent-stream";
        return true;
      case "compaction":
        isCompacting = false;
        return true;
      case "retry":
        retryMs = event.delayMs ?? 0;
        next = "silent-stream";
        return true;
      case "turn-end":
        isAsked = false;
        endTurn();
        return true;
      case "session-state":
        if (event.state === "idle") beIdle();
        return true;
      default:
        return false;
    }
  };

  /** Of any agent. */
  const observeWork = (event: Event): boolean => {
    switch (event.type) {
      case "hook-start":
        hooks.add(event.hookId);
        return false;
      case "hook-end":
        hooks.delete(event.hookId);
        return true;
      case "task-start":
        tasks.add(event.taskId);
        return false;
      case "task-update":
      case "task-end":
        if (TASK_ENDS.has(event.status)) tasks.delete(event.taskId);
        return true;
      case "tasks-changed":
        tasks.clear();
        for (const { taskId } of event.tasks) tasks.add(taskId);
        return true;
      default:
        return event.agent === null && observeMain(event);
    }
  };

  return {
    started() {
      isStarted = true;
    },
    promptWritten() {
      isAsked = true;
      if (isTurn) return false;
      beginTurn();
      return true;
    },
    lineCame() {
      const isFirst = !hasLine;
      hasLine = true;
      return isFirst;
    },
    observe: observeWork,
    inputEnded() {
      isInputEnded = true;
    },
    verdict() {
      if (!isStarted) return undefined;
      if (!hasLine && (isTurn || !isInputEnded)) return "no-first-line";
      if (!isTurn) return isInputEnded && tasks.size === 0 ? "no-exit" : undefined;
      if (calls.size > 0 || hooks.size > 0 || isCompacting) return undefined;
      return next === "silent-after-end-of-turn" && tasks.size > 0 ? undefined : next;
    },
    delayMs: () => retryMs,
  };
}
