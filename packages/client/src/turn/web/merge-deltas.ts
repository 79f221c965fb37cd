// Joins deltas of one block. The text is the same, and the other fields are those of the last delta.

import type { Event, TextDeltaEvent, ThinkingDeltaEvent, ToolCallDeltaEvent } from "@unspool/protocol";

export type Delta = TextDeltaEvent | ThinkingDeltaEvent | ToolCallDeltaEvent;

export function isDelta(event: Event): event is Delta {
  return event.type === "text-delta" || event.type === "thinking-delta" || event.type === "tool-call-delta";
}

/** Returns the joined delta, or `undefined` if the two belong to different blocks. */
export function mergeDeltas(before: Delta, after: Delta): Delta | undefined {
  const isSame =
    before.type === after.type &&
    before.agent === after.agent &&
    before.messageId === after.messageId &&
    before.block === after.block &&
    before.sessionId === after.sessionId;
  if (!isSame) return undefined;
  if (after.type !== "tool-call-delta") return { ...after, text: (before as TextDeltaEvent).text + after.text };
  const { toolUseId, partialJson } = before as ToolCallDeltaEvent;
  return toolUseId === after.toolUseId ? { ...after, partialJson: partialJson + after.partialJson } : undefined;
}
