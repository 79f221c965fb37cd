// A turn that failed: the error is the result. It has every field of a result, with everything that had come, and a code.

import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import type { TurnFields } from "./types.ts";

export class TurnError<Data = unknown> extends ClaudeError implements TurnFields<Data | undefined> {
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
  declare readonly sessionId: string | undefined;
  declare readonly durationMs: number;
  declare readonly warnings: TurnFields["warnings"];

  constructor(
    code: ClaudeErrorCode,
    message: string,
    fields: TurnFields<Data | undefined>,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(code, message, details, options);
    Object.assign(this, fields, { outcome: fields.outcome === "interrupted" ? "interrupted" : "error" });
  }
}
