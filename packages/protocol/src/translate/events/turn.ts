// The end of a turn, and the remaining events: notices, unknown and malformed lines.

import type { Json, JsonObject } from "../../wire/json.ts";
import type { ModelUsage } from "../../wire/shared/usage.ts";
import type { TokenUsage } from "../usage.ts";
import type { EventCommon } from "./common.ts";

export type TurnOutcome = "success" | "error" | "interrupted";

/** A tool call that was denied in this turn. */
export interface PermissionDenial {
  readonly toolName: string;
  readonly toolUseId: string;
  readonly input: Json;
}

/**
 * A call that a hook deferred: the turn ended before it ran. The CLI asks about it again when the session is resumed.
 */
export interface DeferredCall {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Json;
}

/** The end of one run of the model's loop. More lines and turns may follow. */
export interface TurnEndEvent extends EventCommon {
  readonly type: "turn-end";
  readonly outcome: TurnOutcome;
  readonly subtype: string;
  /** The answer, or the text of the error. */
  readonly text: string;
  readonly structuredOutput?: Json;
  readonly errors: readonly string[];
  readonly stopReason: string | null;
  readonly terminalReason?: string;
  /** HTTP status of the API error that ended the turn (2.1.200 and later). Absent if the connection itself failed. */
  readonly apiErrorStatus?: number;
  /** The API's name for that error, such as `overloaded_error` (2.1.325). */
  readonly apiErrorType?: string;
  readonly turns?: number;
  readonly durationMs?: number;
  readonly apiDurationMs?: number;
  /** Total cost of the process so far, as the CLI reports it. */
  readonly totalCostUsd?: number;
  /** Cost of this turn alone, computed as a difference. */
  readonly costUsd: number;
  /** Tokens of this turn, main agent only. The result of the client has `usage`, the sum over all agents. */
  readonly mainAgentUsage?: TokenUsage;
  /** Per model, cumulative like `totalCostUsd`. */
  readonly modelUsage: Readonly<Record<string, ModelUsage>>;
  /** Per model, this turn alone, if the CLI reports it (2.1.325). */
  readonly modelUsageAdded?: Readonly<Record<string, ModelUsage>>;
  readonly denials: readonly PermissionDenial[];
  /** The call that waits for approval (2.1.89 and later). A turn defers one call at most. */
  readonly deferred?: DeferredCall;
  readonly resultIndex?: number;
}

/** Any other known message, as data. */
export interface NoticeEvent extends EventCommon {
  readonly type: "notice";
  /** The system subtype, or the top-level type of a message that is not `system`. */
  readonly subtype: string;
  readonly data: JsonObject;
}

/** A valid JSON object of a type that this version does not know. */
export interface UnknownEvent extends EventCommon {
  readonly type: "unknown";
  readonly wireType: string;
  readonly wireSubtype?: string;
}

export type MalformedReason = "not-json" | "not-object" | "line-too-long" | "truncated" | "bad-shape";

/** A malformed line. Its usable parts arrive as further events of the same line. */
export interface MalformedEvent extends EventCommon {
  readonly type: "malformed";
  readonly reason: MalformedReason;
  readonly detail: string;
  /** The beginning of the line, at most 1,000 characters. */
  readonly text: string;
}
