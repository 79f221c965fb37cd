// What is wrong with a stream, each thing with its place.

export type FindingCode =
  /** No JSON, no object, not of the shape that is relied on, too long, or cut off. */
  | "malformed"
  /** A type or subtype that this version does not know. */
  | "unknown-type"
  /** A field that the known wire does not have. */
  | "unknown-field"
  /** A piece, a stop or a block where none can be. */
  | "out-of-order"
  | "block-without-end"
  | "message-without-end"
  | "tool-without-result"
  | "result-without-call"
  /** A turn speaks before any `system/init`. */
  | "no-init"
  /** A `result` line that ends nothing. */
  | "result-without-turn"
  | "no-result"
  | "empty";

export interface Finding {
  readonly level: "error" | "warning";
  readonly code: FindingCode;
  /** Of the file, from 1; 0 for the file as a whole. */
  readonly line: number;
  readonly message: string;
}

/** Drift is the CLI's progress, and no fault of the stream. */
const WARNINGS: ReadonlySet<FindingCode> = new Set(["unknown-type", "unknown-field"]);

export function finding(code: FindingCode, line: number, message: string): Finding {
  return { level: WARNINGS.has(code) ? "warning" : "error", code, line, message };
}

export type OnFinding = (found: Finding) => void;
