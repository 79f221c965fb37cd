// One control request that was sent to real CLIs, and what each of them answered.

/** Values that differ from run to run, and are therefore read back from the recorded request. */
export interface RunValues {
  readonly task_id: string;
  readonly mtime: number;
  readonly session_id: string;
  readonly expires_at: number;
}

/**
 * By version: `success`, with the names of the payload's fields; `error`, with its code; `unsupported`, for the error that
 * says so; `silent`, for no answer within the whole session; `not sent`. Two answers are joined by a plus.
 */
export type Outcomes = readonly [v1_0_128: string, v2_1_74: string, v2_1_325: string];

/** In the order of the recording. `control` stands where the encoder of that name now refuses the line or repairs it. */
export type RecordedCall = readonly [write: (id: string, run: RunValues) => string, outcomes: Outcomes];

export function everywhere(outcome: string): Outcomes {
  return [outcome, outcome, outcome];
}

/** For requests that 2.1.x knows. */
export function since2(outcome: string): Outcomes {
  return ["silent", outcome, outcome];
}

/** For requests that of the three only the newest knows. */
export function newest(outcome: string): Outcomes {
  return ["silent", "unsupported", outcome];
}
