// Why a turn failed, where the CLI itself gave no result or not the true reason.

import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import type { ApiErrorFields } from "./api-error.ts";

export interface TurnFailure {
  readonly code: ClaudeErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** The error of the API that it was. */
  readonly apiError?: ApiErrorFields;
}

/** An error told as a turn's own. */
export function failureOf(error: unknown): TurnFailure {
  if (error instanceof ClaudeError) {
    const { code, message, details, cause } = error;
    return { code, message, details, cause };
  }
  const message = messageOf(error);
  return { code: "invalid-option", message, cause: error };
}
