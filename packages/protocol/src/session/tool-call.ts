// One tool call from the first piece of its input to its result.

import type { ToolResultEvent } from "../translate/events.ts";
import type { Json } from "../wire/json.ts";
import type { EventPayload } from "./event-payload.ts";

/**
 * `denied`: not allowed to run. `deferred`: a hook ended the turn before the call ran, and the CLI asks about it again when
 * the session is resumed. `aborted`: cut off, or still without a result when its turn or the session ended.
 */
export type ToolCallStatus =
  | "streaming"
  | "running"
  | "waiting-for-permission"
  | "succeeded"
  | "failed"
  | "denied"
  | "deferred"
  | "aborted";

/** A tool call as far as it has come. */
export interface ToolCall {
  readonly id: string;
  /** Empty if only the result is known. */
  readonly name: string;
  /** Whose call it is. */
  readonly agent: string | null;
  readonly status: ToolCallStatus;
  /** The input's JSON text while it streams, and what there was of it if it was cut off. */
  readonly inputText: string;
  /** The message it stands in; absent if only the result is known. */
  readonly messageId?: string;
  /** The whole input; `null` if it was cut off, absent until it is there. */
  readonly input?: Json;
  /** What the tool answered. */
  readonly result?: ToolCallResult;
  /** Why it was denied. */
  readonly reason?: string;
  /** The task it started. */
  readonly taskId?: string;
  /** When its input was whole. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** From these times, else the last progress report. A wait for permission counts in. */
  readonly durationMs?: number;
}

/** Text, isError, content as sent, and the tool's own output object. */
export interface ToolCallResult extends Omit<EventPayload<ToolResultEvent>, "toolUseId"> {}

/** Still without an end. */
export function isOpen({ status }: ToolCall): boolean {
  return status === "streaming" || status === "running" || status === "waiting-for-permission";
}
