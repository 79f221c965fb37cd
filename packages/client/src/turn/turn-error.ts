// The error of a failed turn. It has a code and every field of a result, with everything that came before the failure.

import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import { NO_API_ERROR, type ApiErrorFields } from "./api-error.ts";
import type { TurnFields } from "./types.ts";

export class TurnError<Data = unknown> extends ClaudeError implements TurnFields<Data | undefined>, ApiErrorFields {
  override readonly name = "TurnError";
  declare readonly outcome: "error" | "interrupted";
  declare readonly text: string;
  declare readonly data: Data | undefined;
  declare readonly thinking: TurnFields["thinking"];
  declare readonly toolCalls: TurnFields["toolCalls"];
  declare readonly costUsd: number;
  declare readonly totalCostUsd: number;
  declare readonly usage: TurnFields["usage"];
  declare readonly usageByModel: TurnFields["usageByModel"];
  declare readonly usageByAgent: TurnFields["usageByAgent"];
  declare readonly stopReason: string | null;
  declare readonly subtype: string | undefined;
  declare readonly denials: TurnFields["denials"];
  declare readonly deferred: TurnFields["deferred"];
  declare readonly sessionId: string | undefined;
  declare readonly durationMs: number;
  declare readonly warnings: TurnFields["warnings"];
  /** HTTP status of the API error that ended the turn, such as 529. Undefined for any other failure. */
  declare readonly status: number | undefined;
  /** The API's name of that error, such as `overloaded_error`. Undefined if the CLI does not report it. */
  declare readonly apiErrorType: string | undefined;
  /**
   * Whether the same prompt may succeed later without any change: the API answered 408, 409, 429 or 5xx, or could not be
   * reached. False for a usage limit of the account, which `waitForRateLimit` waits for, and for any other failure.
   */
  declare readonly isTransient: boolean;

  constructor(
    code: ClaudeErrorCode,
    message: string,
    fields: TurnFields<Data | undefined> & Partial<ApiErrorFields>,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(code, message, details, options);
    Object.assign(this, NO_API_ERROR, fields, { outcome: fields.outcome === "interrupted" ? "interrupted" : "error" });
  }
}

/** Whether an error is a `TurnError`, and has this code if one is given: `isTurnError(error, "budget-exceeded")`. */
export function isTurnError<Code extends ClaudeErrorCode = ClaudeErrorCode>(
  error: unknown,
  code?: Code,
): error is TurnError & { readonly code: Code } {
  return error instanceof TurnError && (code === undefined || error.code === code);
}

/** Picks the fields of a result out of an object that has more. */
export function pickFields<Data>(fields: TurnFields<Data>): TurnFields<Data> {
  return {
    outcome: fields.outcome,
    text: fields.text,
    data: fields.data,
    thinking: fields.thinking,
    toolCalls: fields.toolCalls,
    costUsd: fields.costUsd,
    totalCostUsd: fields.totalCostUsd,
    usage: fields.usage,
    usageByModel: fields.usageByModel,
    usageByAgent: fields.usageByAgent,
    stopReason: fields.stopReason,
    subtype: fields.subtype,
    denials: fields.denials,
    deferred: fields.deferred,
    sessionId: fields.sessionId,
    durationMs: fields.durationMs,
    warnings: fields.warnings,
  };
}
