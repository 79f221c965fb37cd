// Derives from the events what the CLI has to write next, and so which of the five stall reasons a silence would have.

import type { Event, MessageEndEvent } from "@unspool/protocol";
import type { StallReason } from "./types.ts";

export interface StallDetector {
  started(): void;
  /** A prompt was written. Returns whether a turn begins with it. */
  promptWritten(): boolean;
  /** A line came. Returns whether it was the first one. */
  lineCame(): boolean;
  /** Returns whether the stall reason may have changed. */
  observe(event: Event): boolean;
  inputEnded(): void;
  stallReason(): StallReason | undefined;
  /** How long the CLI has announced to be silent. */
  delayMs(): number;
}

/** Stop reasons after which only the result is missing. */
const FINAL_STOP_REASONS: ReadonlySet<string | null> = new Set(["end_turn", "stop_sequence"]);
const TASK_ENDS: ReadonlySet<string | undefined> = new Set(["completed", "failed", "killed", "stopped"]);

export function createStallDetector(): StallDetector {
  let isStarted = false;
  let hasLine = false;
  let isTurn = false;
  /** Whether a prompt has no result yet. */
  let isAsked = false;
  let isInputEnded = false;
  let isCompacting = false;
  let retryMs = 0;
  let next: "silent-stream" | "silent-after-tool-result" | "silent-after-end-of-turn" = "silent-stream";
  /** Running calls of the main agent, with their message. Calls of an agent lie within the call that started it. */
  const calls = new Map<string, string>();
  const hooks = new Set<string>();
  /** Running tasks. The result of a turn may wait for those in the background (2.1.74). */
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
  /** The CLI reports that it is idle. A prompt without a result will hardly get one, so the caller must not wait for ever. */
  const beIdle = (): void => {
    endTurn();
    if (!isAsked) return;
    isTurn = true;
    next = "silent-after-end-of-turn";
  };
  /** A message begins: earlier calls are answered or given up, and hooks, compaction and retries are over. */
  const beginMessage = (messageId: string): void => {
    if (!isTurn) beginTurn();
    for (const [id, message] of calls) if (message !== messageId) calls.delete(id);
    hooks.clear();
    isCompacting = false;
    retryMs = 0;
    next = "silent-stream";
  };
  const endMessage = ({ stopReason }: MessageEndEvent): void => {
    if (FINAL_STOP_REASONS.has(stopReason)) next = "silent-after-end-of-turn";
  };

  /** Observes an event of the main agent. Events of other agents do not show what it does. */
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

  /** Observes an event of any agent. */
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
    stallReason() {
      if (!isStarted) return undefined;
      if (!hasLine && (isTurn || !isInputEnded)) return "no-first-line";
      if (!isTurn) return isInputEnded && tasks.size === 0 ? "no-exit" : undefined;
      if (calls.size > 0 || hooks.size > 0 || isCompacting) return undefined;
      return next === "silent-after-end-of-turn" && tasks.size > 0 ? undefined : next;
    },
    delayMs: () => retryMs,
  };
}
