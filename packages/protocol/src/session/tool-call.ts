// One tool call from the first piece of its input to its result.

import type { Json } from "../wire/json.ts";
import type { ToolResultContent } from "../wire/shared/content.ts";

/** `denied`: not allowed to run. `aborted`: cut off, or still without a result when its turn or the session ended. */
export type ToolCallStatus =
  | "streaming"
  | "running"
  | "waiting-for-permission"
  | "succeeded"
  | "failed"
  | "denied"
  | "aborted";

/** A tool call as far as it has come. */
export interface ToolCall {
  readonly id: string;
  /** Empty if only the result is known. */
  readonly name: string;
  /** Whose call it is. */
  readonly agent: string | null;
  /** The message it stands in; undefined if only the result is known. */
  readonly messageId: string | undefined;
  readonly status: ToolCallStatus;
  /** The whole input; `null` if it was cut off, undefined until it is there. */
  readonly input: Json | undefined;
  /** The input's JSON text while it streams, and what there was of it if it was cut off. */
  readonly inputText: string;
  readonly result: ToolCallResult | undefined;
  /** Why it was denied. */
  readonly reason: string | undefined;
  /** The task it started. */
  readonly taskId: string | undefined;
  /** When its input was whole. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** From these times, else the last progress report. A wait for permission counts in. */
  readonly durationMs: number | undefined;
}

/** What a tool answered. */
export interface ToolCallResult {
  /** As plain text. */
  readonly text: string;
  readonly isError: boolean;
  /** As sent. */
  readonly content: ToolResultContent | undefined;
  /** The tool's own output object. */
  readonly structured: Json | undefined;
}

export function newToolCall(id: string, name: string, agent: string | null): ToolCall {
  return {
    id,
    name,
    agent,
    messageId: undefined,
    status: "streaming",
    input: undefined,
    inputText: "",
    result: undefined,
    reason: undefined,
    taskId: undefined,
    startedAt: undefined,
    endedAt: undefined,
    durationMs: undefined,
  };
}

/** Still without an end. */
export function isOpen(status: ToolCallStatus): boolean {
  return status === "streaming" || status === "running" || status === "waiting-for-permission";
}
