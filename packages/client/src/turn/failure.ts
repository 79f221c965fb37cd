// Why a turn failed, where the CLI gave no result or not the real reason.

import { getErrorMessage } from "@unspool/protocol/kit";
import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import type { ApiErrorFields } from "./api-error.ts";

export interface TurnFailure {
  readonly code: ClaudeErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** The fields of the API error that ended the turn. */
  readonly apiError?: ApiErrorFields;
}

const INTERRUPTED_ADVICE = "What had come is in this error; ask again to go on.";

export const INTERRUPTED: TurnFailure = {
  code: "interrupted",
  message: `The turn was interrupted. ${INTERRUPTED_ADVICE}`,
  details: { advice: INTERRUPTED_ADVICE },
};

/** Converts an error to the failure of a turn. */
export function toFailure(error: unknown): TurnFailure {
  if (error instanceof ClaudeError) {
    const { code, message, details, cause } = error;
    return { code, message, details, cause };
  }
  const message = getErrorMessage(error);
  return { code: "invalid-option", message, cause: error };
}
