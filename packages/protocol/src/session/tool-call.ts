// The state of one tool call, from the first piece of its input to its result.

import type { ToolResultEvent } from "../translate/events.ts";
import type { Json } from "../wire/json.ts";
import type { EventPayload } from "./event-payload.ts";

/**
 * `denied`: not allowed to run. `deferred`: a hook ended the turn before the call ran; the CLI asks about it again when
 * the session is resumed. `aborted`: cut off, or without a result when its turn or the session ended.
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

/** The current state of a tool call. */
export interface ToolCall {
  readonly id: string;
  /** Empty if only the result is known. */
  readonly name: string;
  /** The agent that made the call. */
  readonly agent: string | null;
  readonly status: ToolCallStatus;
  /** The JSON text of the input while it streams, or its received part if it was cut off. */
  readonly inputText: string;
  /** The message that contains it; absent if only the result is known. */
  readonly messageId?: string;
  /** The whole input; `null` if it was cut off, absent until it is complete. */
  readonly input?: Json;
  /** The result of the tool. */
  readonly result?: ToolCallResult;
  /** Why it was denied. */
  readonly reason?: string;
  /** The task it started. */
  readonly taskId?: string;
  /** When its input was complete. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** From these times, or from the last progress report. Includes the wait for permission. */
  readonly durationMs?: number;
}

/** Text, isError, content as received, and the tool's own output object. */
export interface ToolCallResult extends Omit<EventPayload<ToolResultEvent>, "toolUseId"> {}

/** Whether a call has not ended yet. */
export function isOpen({ status }: ToolCall): boolean {
  return status === "streaming" || status === "running" || status === "waiting-for-permission";
}
