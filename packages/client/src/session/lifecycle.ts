// The phase of a session, and why it ended. The first cause is the one that every caller gets.

import { ClaudeError } from "../errors.ts";
import { StderrTail } from "../process/stderr-tail.ts";
import type { TransportExit } from "../transport/types.ts";
import { toFailure, type TurnFailure } from "../turn/failure.ts";
import { createExitError, findSessionNotFound } from "./process-end.ts";

export type Phase = "starting" | "open" | "closing" | "closed";

export class SessionLifecycle {
  /** The last output on stderr, for the error at the end of the process. */
  readonly stderr: StderrTail = new StderrTail();
  /** Settles when the process runs, could not be started, or will not be. Never rejects. */
  readonly started: Promise<void>;
  /** Settles when no process, lock or file of the session is left. */
  readonly closed: Promise<void>;
  /** Whether the process was told to resume a session and has not opened it yet. */
  isResuming = false;
  #markStarted!: () => void;
  #markClosed!: () => void;
  #phase: Phase = "starting";
  #cause: ClaudeError | undefined;

  constructor() {
    this.started = new Promise((resolve) => {
      this.#markStarted = resolve;
    });
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Whether the session is closing or closed. */
  get isOver(): boolean {
    return this.#phase === "closing" || this.#phase === "closed";
  }

  enter(phase: Phase): void {
    this.#phase = phase;
  }

  /** Sets why the session ends. The first cause wins. */
  blame(cause: ClaudeError): void {
    this.#cause ??= cause;
  }

  /** Returns why the session cannot go on. @param exit how the process ended, if it did */
  error(exit?: TransportExit): ClaudeError {
    if (this.#cause !== undefined) return this.#cause;
    const missing = this.isResuming && exit !== undefined ? findSessionNotFound(this.stderr.text) : undefined;
    if (missing !== undefined) return missing;
    if (exit !== undefined) return createExitError(exit, this.stderr.text, this.#phase !== "open");
    return new ClaudeError("session-closed", "The session was closed. Open another one to go on.");
  }

  failure(exit?: TransportExit): TurnFailure {
    return toFailure(this.error(exit));
  }

  markStarted(): void {
    this.#markStarted();
  }

  markClosed(): void {
    this.#markStarted();
    this.#markClosed();
  }
}
