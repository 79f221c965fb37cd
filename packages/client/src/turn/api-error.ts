// The API error that ended a turn, and whether it is transient.

import type { SessionState, TurnEndEvent } from "@unspool/protocol";
import { isUsedUp } from "../limits/rate-limit.ts";

export interface ApiErrorFields {
  /** HTTP status of the API error that ended the turn, such as 529. Undefined for any other failure. */
  readonly status: number | undefined;
  /** The API's name of that error, such as `overloaded_error`. Undefined if the CLI does not report it. */
  readonly apiErrorType: string | undefined;
  /**
   * Whether the same prompt may succeed later without any change: the API answered 408, 409, 429 or 5xx, or could not be
   * reached. False for a usage limit of the account, which `waitForRateLimit` waits for, and for any other failure.
   */
  readonly isTransient: boolean;
}

export const NO_API_ERROR: ApiErrorFields = { status: undefined, apiErrorType: undefined, isTransient: false };

/** Reads the API error of a result. @param state the state after the result */
export function readApiError(end: TurnEndEvent, state: SessionState): ApiErrorFields {
  // The CLI reports API errors with the subtype `success`. Other errors have subtypes of their own.
  if (end.outcome !== "error" || end.subtype !== "success") return NO_API_ERROR;
  const inText = end.apiErrorStatus === undefined ? parseStatus(end.text) : undefined;
  const status = end.apiErrorStatus ?? inText?.status;
  const apiErrorType = end.apiErrorType ?? inText?.type;
  const passes = status === undefined ? UNREACHED.test(end.text) : isPassing(status);
  return { status, apiErrorType, isTransient: passes && !(status === 429 && isUsedUp(state)) };
}

/** The statuses that the CLI retries itself. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * A failed connection has no status, only this text (1.0.128 to 2.1.325). "Unable to connect to API: SSL …" is left out,
 * because it is permanent.
 */
const UNREACHED =
  /^(?:API Error: )?(?:Connection (?:error|closed|dropped|refused)|Unable to connect to API(?!:)|Request timed out|Stream idle timeout)/;

/** CLIs before 2.1.200 have the status in the text only: `API Error: 529 {"type":"error","error":{"type":…}}`. */
function parseStatus(text: string): { readonly status: number; readonly type: string | undefined } | undefined {
  const [, status] = /^API Error: (?:Repeated )?([45]\d\d)\b/.exec(text) ?? [];
  if (status === undefined) return undefined;
  const [, type] = /"error":\{"type":"(\w+)"/.exec(text) ?? [];
  return { status: Number(status), type };
}
