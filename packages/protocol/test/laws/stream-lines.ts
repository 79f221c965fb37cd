// Lines of partial messages as CLIs write them: builders for single lines, and random lines with few ids that collide.

import * as fc from "fast-check";

export const uuidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** A stream event as CLIs write it: keys in this order, no spaces. */
export function line(event: object, number: number, more: object = {}): string {
  return JSON.stringify({
    type: "stream_event",
    event,
    session_id: "s",
    parent_tool_use_id: null,
    uuid: uuidOf(number),
    ...more,
  });
}

export const start = (id: string): object => ({
  type: "message_start",
  message: { id, role: "assistant", content: [] },
});
export const blockStart = (index: number, content: object): object => ({
  type: "content_block_start",
  index,
  content_block: content,
});
export const delta = (index: number, content: object): object => ({
  type: "content_block_delta",
  index,
  delta: content,
});
export const text = (piece: string): object => ({ type: "text_delta", text: piece });

export const TEXT = { type: "text", text: "" };
export const THINKING = { type: "thinking", thinking: "", signature: "" };
export const TOOL = { type: "tool_use", id: "toolu_1", name: "Bash", input: {} };

/** An arbitrary line with few ids (two messages, three indexes, two agents and sessions), so that lines collide. */
export const anyLine: fc.Arbitrary<(number: number) => string> = fc
  .record({
    event: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("m1", "m2").map((id) => start(id)) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.nat(1), fc.constantFrom<object>(TEXT, THINKING, TOOL))
          .map(([i, block]) => blockStart(i, block)),
      },
      {
        weight: 14,
        arbitrary: fc
          .tuple(
            fc.constantFrom(0, 0, 0, 1, -1),
            fc.constantFrom<object>(
              text("a"),
              text("b\n"),
              text("é→😀"),
              text(""),
              { type: "thinking_delta", thinking: "t" },
              { type: "input_json_delta", partial_json: "{" },
            ),
          )
          .map(([index, piece]) => delta(index, piece)),
      },
      { weight: 2, arbitrary: fc.nat(1).map((index) => ({ type: "content_block_stop", index })) },
      { weight: 1, arbitrary: fc.constant({ type: "message_delta", delta: { stop_reason: "end_turn" } }) },
      { weight: 2, arbitrary: fc.constant({ type: "message_stop" }) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.constantFrom("m1", "m2", undefined),
            fc.constantFrom<object[]>(
              [{ type: "text", text: "a" }],
              [{ type: "text", text: "ab\nc" }],
              [{ type: "thinking", thinking: "t", signature: "x" }],
              [{ ...TOOL, input: { a: 1 } }],
              [],
            ),
          )
          .map(([id, content]) => ({ finished: { role: "assistant", id, content } })),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom<object>(
          { whole: { type: "user", message: { content: "hi" } } },
          {
            whole: {
              type: "user",
              message: { content: [{ type: "tool_result", tool_use_id: "toolu_7", content: "ok" }] },
            },
          },
          { whole: { type: "result", subtype: "success" } },
          { whole: { type: "system", subtype: "task_notification", task_id: "a1" } },
          { whole: { type: "tool_progress", tool_use_id: "x", timestamp: "2026-01-02T03:04:05Z" } },
        ),
      },
    ),
    session: fc.constantFrom<object>(
      { session_id: "s" },
      { session_id: "s" },
      { session_id: "s" },
      { session_id: "t" },
      {},
    ),
    parent: fc.constantFrom<object>(
      { parent_tool_use_id: null },
      { parent_tool_use_id: null },
      { parent_tool_use_id: "toolu_7" },
      { parent_tool_use_id: TOOL.id },
      {},
      { parent_tool_use_id: 5 },
    ),
    more: fc.constantFrom<object>(
      {},
      {},
      {},
      {},
      { api_message_id: "m1" },
      { api_message_id: "m3" },
      { agent_id: "a1" },
      { timestamp: "2026-01-01T00:00:00Z" },
    ),
    hasUuid: fc.constantFrom(true, true, true, false),
  })
  .map(({ event, session, parent, more, hasUuid }) => (number: number) => {
    const envelope = { ...session, ...parent, ...(hasUuid ? { uuid: uuidOf(number) } : {}), ...more };
    if ("finished" in event) return JSON.stringify({ type: "assistant", message: event.finished, ...envelope });
    if ("whole" in event) return JSON.stringify({ ...(event.whole as object), ...envelope });
    return JSON.stringify({ type: "stream_event", event, ...envelope });
  });
