// The error class for everything but a failed turn: `code` is the kind of error, the message says what happened and what to
// do. A failed turn has its own class (`turn/turn-error.ts`), which carries its result.

export type ClaudeErrorCode =
  /** An option is unknown, has an invalid value, or conflicts with another. */
  | "invalid-option"
  /** The host's function for prompts threw. */
  | "prompt-failed"
  /** No `claude` was found. */
  | "claude-not-found"
  /** The CLI could not be started. */
  | "start-failed"
  /** The program ended, by itself or by a signal, during a turn or request. */
  | "process-ended"
  /** The session was closed during a turn or request. */
  | "session-closed"
  /** The session to continue does not exist, or not for this folder. */
  | "session-not-found"
  /** Another process of this machine has the session open. */
  | "session-locked"
  /** The CLI runs in a wider permission mode than the host chose. */
  | "permission-mode-mismatch"
  /** The CLI answered a control request with an error. */
  | "request-refused"
  /** The CLI did not answer a control request in time. */
  | "request-timeout"
  /** A reader of events is so far behind that the answer to a control request was lost. */
  | "reader-behind"
  /** This version of the CLI does not know the control request. */
  | "unsupported-request"
  /** Aborted by its `AbortSignal`, or taken out of the queue. */
  | "aborted"
  /** The CLI has stalled. `details.stallReason` says what it had to write next. */
  | "watchdog"
  /** The program does not read its input, and too much of it is queued. */
  | "input-blocked"
  /** The CLI sends more than can be kept, in a way that no known version does. */
  | "protocol-violation"
  /** A budget is used up. */
  | "budget-exceeded"
  /** The answer does not match the schema. */
  | "invalid-data"
  /** The CLI reported an error of the API, of its limits, or of its own. */
  | "turn-failed"
  /** The turn was interrupted. */
  | "interrupted"
  /** The events are no longer kept. */
  | "events-gone"
  /** The recording cannot be replayed, or has another prompt or answer than the host sent. */
  | "replay-mismatch"
  /** A file could not be read or written. */
  | "file-failed";

export class ClaudeError extends Error {
  override readonly name: string = "ClaudeError";
  readonly code: ClaudeErrorCode;
  /**
   * More facts: exit code, signal, tail of stderr, pid of an owner, value of an option. `advice` is the part of the message
   * that is meant for users of this library (it names options or methods), so that a program can show its own instead.
   */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ClaudeErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
