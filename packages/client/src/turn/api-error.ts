// Which error of the API ended a turn, and whether it passes by itself.

import type { SessionState, TurnEndEvent } from "@unspool/protocol";
import { isUsedUp } from "../guard/rate-limit.ts";

export interface ApiErrorFields {
  /** HTTP status of the API error that ended the turn, such as 529. Undefined for any other failure. */
  readonly status: number | undefined;
  /** The API's name of that error, such as `overloaded_error`. Undefined where the CLI does not tell it. */
  readonly apiErrorType: string | undefined;
  /**
   * Whether the same prompt may succeed later without any change: the API answered 408, 409, 429 or from 500 on, or could
   * not be reached. False for a usage limit of the account, which `waitForRateLimit` waits for, and for any other failure.
   */
  readonly isTransient: boolean;
}

export const NO_API_ERROR: ApiErrorFields = { status: undefined, apiErrorType: undefined, isTransient: false };

/** @param state the state after the end */
export function apiErrorOf(end: TurnEndEvent, state: SessionState): ApiErrorFields {
  // An error of the API is a success of the CLI; other errors have names of their own.
  if (end.outcome !== "error" || end.subtype !== "success") return NO_API_ERROR;
  const inText = end.apiErrorStatus === undefined ? statusIn(end.text) : undefined;
  const status = end.apiErrorStatus ?? inText?.status;
  const apiErrorType = end.apiErrorType ?? inText?.type;
  const passes = status === undefined ? UNREACHED.test(end.text) : isPassing(status);
  return { status, apiErrorType, isTransient: passes && !(status === 429 && isUsedUp(state)) };
}

/** Those that the CLI itself asks again about. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * A connection that failed has no status, only words: seen in 1.0.128 to 2.1.325. Not "Unable to connect to API: SSL …",
 * which stays as it is.
 */
const UNREACHED =
  /^(?:API Error: )?(?:Connection (?:error|closed|dropped|refused)|Unable to connect to API(?!:)|Request timed out|Stream idle timeout)/;

/** CLIs before 2.1.200 tell the status in the text only: `API Error: 529 {"type":"error","error":{"type":…}}`. */
function statusIn(text: string): { readonly status: number; readonly type: string | undefined } | undefined {
  const [, status] = /^API Error: (?:Repeated )?([45]\d\d)\b/.exec(text) ?? [];
  if (status === undefined) return undefined;
  const [, type] = /"error":\{"type":"(\w+)"/.exec(text) ?? [];
  return { status: Number(status), type };
}
