/** A problem that did not stop the turn. */
export interface Warning {
  /** The kind of problem. */
  readonly code: WarningCode;
  /** A sentence that describes the problem. */
  readonly message: string;
  /** More facts: the `option` that the warning is about, the `advice` in the message (see `ClaudeError`). */
  readonly details?: Readonly<Record<string, unknown>>;
}

type WarningCode =
  | "auth-mismatch"
  | "callback-failed"
  | "deferral-lost"
  | "session-mismatch"
  | "lines-malformed"
  | "option-unsupported"
  | "recording-failed"
  | "retried"
  | "text-trimmed"
  | (string & {});
