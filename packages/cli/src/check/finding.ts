// The findings of a check, each with its line.

export type FindingCode =
  /** Not JSON, not an object, of a wrong shape, too long, or truncated. */
  | "malformed"
  /** A type or subtype that this version of unspool does not know. */
  | "unknown-type"
  /** A field that is not in the wire types. */
  | "unknown-field"
  /** A delta, a stop or a block in the wrong order. */
  | "out-of-order"
  | "block-without-end"
  | "message-without-end"
  | "tool-without-result"
  | "result-without-call"
  /** A message of a turn before any `system/init`. */
  | "no-init"
  /** A `result` line without a turn. */
  | "result-without-turn"
  | "no-result"
  | "empty";

export interface Finding {
  readonly level: "error" | "warning";
  readonly code: FindingCode;
  /** Line of the file, from 1; 0 for the whole file. */
  readonly line: number;
  readonly message: string;
}

/** A newer CLI has new messages and fields. That is not an error of the stream. */
const WARNINGS: ReadonlySet<FindingCode> = new Set(["unknown-type", "unknown-field"]);

export function createFinding(code: FindingCode, line: number, message: string): Finding {
  return { level: WARNINGS.has(code) ? "warning" : "error", code, line, message };
}

export type OnFinding = (found: Finding) => void;
