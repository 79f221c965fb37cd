// Where a session stands, and why it ended. The first cause is the one that is told, to everybody who asks.

import { ClaudeError } from "../errors.ts";
import { StderrTail } from "../process/stderr-tail.ts";
import type { TransportExit } from "../transport/types.ts";
import { failureOf, type TurnFailure } from "../turn/failure.ts";
import { processEnd, sessionNotFound } from "./process-end.ts";

export type Phase = "starting" | "open" | "closing" | "closed";

export class Life {
  /** What the program said besides, for whoever is told of its end. */
  readonly stderr: StderrTail = new StderrTail();
  /** Settles when nothing of the session is left. */
  readonly closed: Promise<void>;
  /** The program was told to go on with a session, and has not opened it yet. */
  isSessionAwaited = false;
  #tellClosed!: () => void;
  #phase: Phase = "starting";
  #cause: ClaudeError | undefined;

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** It is ending, or has ended. */
  get isOver(): boolean {
    return this.#phase === "closing" || this.#phase === "closed";
  }

  enter(phase: Phase): void {
    this.#phase = phase;
  }

  blame(cause: ClaudeError): void {
    this.#cause ??= cause;
  }

  /** @param exit how the program ended, if it did */
  error(exit?: TransportExit): ClaudeError {
    if (this.#cause !== undefined) return this.#cause;
    const missing = this.isSessionAwaited && exit !== undefined ? sessionNotFound(this.stderr.text) : undefined;
    if (missing !== undefined) return missing;
    if (exit !== undefined) return processEnd(exit, this.stderr.text, this.#phase !== "open");
    return new ClaudeError("session-closed", "The session was closed. Open another one to go on.");
  }

  failure(exit?: TransportExit): TurnFailure {
    return failureOf(this.error(exit));
  }

  tellClosed(): void {
    this.#tellClosed();
  }
}
