// What goes wrong, one class for all that is not a turn: `code` says what kind it is, the message what happened and then
// what to do. A turn that failed has an error of its own (`turn/turn-error.ts`), which is its result.

export type ClaudeErrorCode =
  /** An option that is unknown, of the wrong kind, or impossible beside another. */
  | "invalid-option"
  /** The host's own function that makes a prompt threw. */
  | "prompt-failed"
  /** No `claude` where it was looked for. */
  | "claude-not-found"
  /** The program could not be started. */
  | "start-failed"
  /** The program ended, by itself or by a signal, while something waited for it. */
  | "process-ended"
  /** The session was closed while something waited for it. */
  | "session-closed"
  /** The session to go on with does not exist, or not for this folder. */
  | "session-not-found"
  /** Another process of this machine owns the session. */
  | "session-locked"
  /** The CLI runs in a wider permission mode than the host asked for. */
  | "permission-mode-mismatch"
  /** The CLI answered a control request with an error. */
  | "request-refused"
  /** The CLI did not answer a control request in time. */
  | "request-timeout"
  /** A reader of events is so far behind that the answer to a control request could not be found. */
  | "reader-behind"
  /** The CLI knows no such control request. */
  | "unsupported-request"
  /** Aborted by its `AbortSignal`, or taken out of the queue. */
  | "aborted"
  /** A watchdog lost its patience; `verdict` in the details says which. */
  | "watchdog"
  /** The program reads nothing, and too much waits for it. */
  | "input-blocked"
  /** The CLI says what no known version says, and more than can be kept of it would have to be. */
  | "protocol-violation"
  /** A budget is used up. */
  | "budget-exceeded"
  /** The answer does not fit the schema. */
  | "invalid-data"
  /** The CLI reported an error: of the API, of its limits, or of its own. */
  | "turn-failed"
  /** The turn was interrupted. */
  | "interrupted"
  /** Events were asked for after they had been let go. */
  | "events-gone"
  /** A recording that cannot be replayed, or is asked something else than it holds. */
  | "replay-mismatch"
  /** A file could not be read or written. */
  | "file-failed";

export class ClaudeError extends Error {
  override readonly name: string = "ClaudeError";
  readonly code: ClaudeErrorCode;
  /** What is known beside the message: exit code, signal, tail of stderr, pid of an owner, value of an option. */
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
