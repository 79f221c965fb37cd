/** A problem that did not stop the turn. */
export interface Warning {
  /** The kind of problem. */
  readonly code: WarningCode;
  /** A sentence that describes the problem. */
  readonly message: string;
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
