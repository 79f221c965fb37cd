// A control request that was sent to real CLIs, and the answer of each.

/** Values that differ between runs, so they are read from the recorded request. */
export interface RunValues {
  readonly task_id: string;
  readonly mtime: number;
  readonly session_id: string;
  readonly expires_at: number;
}

/**
 * The answer by version: `success` with the names of the payload's fields, `error` with its code, `unsupported` for the
 * error that says so, `silent` for no answer in the whole session, or `not sent`. A plus joins two answers.
 */
export type Outcomes = readonly [v1_0_128: string, v2_1_74: string, v2_1_325: string];

/** In the order of the recording. `control` is used where the named encoder now rejects or repairs the line. */
export type RecordedCall = readonly [write: (id: string, run: RunValues) => string, outcomes: Outcomes];

export function everywhere(outcome: string): Outcomes {
  return [outcome, outcome, outcome];
}

/** Answers to a request that 2.1.x supports. */
export function since2(outcome: string): Outcomes {
  return ["silent", outcome, outcome];
}

/** Answers to a request that only the newest of the three versions supports. */
export function newest(outcome: string): Outcomes {
  return ["silent", "unsupported", outcome];
}
