// Streams that no CLI would write, and streams with a line missing: time stays linear and events stay consistent.

import { describe, expect, it } from "vitest";
import { createDecoder, encode, EncodeError, initialState, reduce, type Event } from "../../src/index.ts";

type Wire = Record<string, unknown>;
const envelope = { session_id: "s", parent_tool_use_id: null };
const streamed = (event: Wire, more: Wire = {}): Wire => ({ type: "stream_event", event, ...envelope, ...more });
const said = (id: string, content: readonly Wire[], more: Wire = {}): Wire => ({
  type: "assistant",
  message: { id, content },
  ...envelope,
  ...more,
});
const text = (words: string): Wire => ({ type: "text", text: words });
const call = (id: string, input: Wire = {}): Wire => ({ type: "tool_use", id, name: "Bash", input });
const result = (id: string): Wire => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const many = (count: number, make: (place: number) => Wire | Wire[]): Wire[] =>
  Array.from({ length: count }, (_, place) => make(place)).flat();

function eventsOf(lines: readonly Wire[]): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const line of lines) decoder.push(`${JSON.stringify(line)}\n`);
  decoder.end();
  return events;
}

describe("a message of very many blocks takes linear time", () => {
  const start = streamed({ type: "message_start", message: { id: "m" } });
  const kinds: Record<string, (count: number) => Wire[]> = {
    "one line per text": (count) => many(count, (n) => said("m", [text(`${n}`)], { uuid: `${n}` })),
    "results between calls": (count) =>
      many(count, (n) => [
        said("m", [call(`${n}`)]),
        { type: "user", message: { content: [result(`${n}`)] }, ...envelope },
      ]),
    "streamed blocks": (count) => [
      start,
      ...many(count, (index) => [
        streamed({ type: "content_block_start", index, content_block: text("a") }),
        streamed({ type: "content_block_stop", index }),
      ]),
    ],
    "blocks that never stop": (count) => [
      start,
      ...many(count, (index) => streamed({ type: "content_block_start", index, content_block: text("a") })),
    ],
    "permission requests without ids": (count) => [
      said(
        "m",
        many(count, (n) => call(`${n}`)),
      ),
      ...many(count, (n) => ({
        type: "control_request",
        request_id: `${n}`,
        request: { subtype: "can_use_tool", tool_name: "Bash", input: { a: 1 } },
      })),
    ],
    "a call that continues after each end": (count) => [
      start,
      streamed({ type: "content_block_start", index: 0, content_block: call("t") }),
      ...many(count, () => [
        streamed({
          type: "content_block_delta",
          index: 0,
          delta: { type: "input_json_delta", partial_json: "[1,1,1,1,1,1,1,1," },
        }),
        streamed({ type: "content_block_stop", index: 0 }),
        streamed({ type: "message_delta", delta: {} }),
      ]),
    ],
  };
  // Linear time is seconds. When each line searched all lines before it, these took minutes and would time out.
  it.each(Object.entries(kinds))("%s", (_, linesOf) => {
    expect(eventsOf(linesOf(30_000))).not.toEqual([]);
  });
});

describe("events stay consistent", () => {
  it("a block that restarts after the end of its message reopens the message", () => {
    const events = eventsOf([
      streamed({ type: "message_start", message: { id: "m" } }),
      streamed({ type: "content_block_start", index: 0, content_block: call("t") }),
      streamed({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"a":1}' },
      }),
      streamed({ type: "content_block_stop", index: 0 }),
      streamed({ type: "message_stop" }),
      said("m", [call("t", { a: 2 })]),
    ]);
    const once = ["message-start", "tool-call-start", "tool-call-delta", "tool-call-end", "message-end"];
    expect(events.map(({ type }) => type)).toEqual([...once, ...once]);
  });

  it("a message whose start was lost is merged with its finished lines", () => {
    const events = eventsOf([
      streamed({ type: "content_block_start", index: 0, content_block: text("") }),
      streamed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } }),
      said("m", [text("a")]),
      streamed({ type: "content_block_stop", index: 0 }),
      streamed({ type: "content_block_start", index: 1, content_block: call("t") }),
      streamed({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } }),
      said("m", [call("t")]),
      streamed({ type: "content_block_stop", index: 1 }),
      streamed({ type: "message_stop" }),
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      "message-start",
      "text-start",
      "text-delta",
      "text-end",
      "tool-call-start",
      "tool-call-delta",
      "tool-call-end",
      "message-end",
    ]);
  });

  it("a message is retracted under its own agent", () => {
    const events = eventsOf([
      said("m", [text("bad")], { parent_tool_use_id: "agent", uuid: "u" }),
      { type: "system", subtype: "model_refusal_fallback", retracted_message_uuids: ["u"], session_id: "s" },
    ]);
    expect(events.find(({ type }) => type === "message-retracted")).toMatchObject({ agent: "agent", messageId: "m" });
    expect(events.reduce(reduce, initialState()).agents.get("agent")?.messages.at(0)?.status).toBe("retracted");
  });

  it("a session that was cut off ends when another starts", () => {
    const events = eventsOf([
      { type: "system", subtype: "init", session_id: "a" },
      streamed({ type: "message_start", message: { id: "m" } }, { session_id: "a" }),
      streamed({ type: "content_block_start", index: 0, content_block: text("half") }, { session_id: "a" }),
      { type: "system", subtype: "init", session_id: "b" },
      said("n", [text("whole")], { session_id: "b" }),
      { type: "result", subtype: "success", result: "whole", session_id: "b" },
    ]);
    const state = events.reduce(reduce, initialState());
    expect(state).toMatchObject({ status: "idle", sessionId: "b" });
    expect(state.main.messages.toArray().map(({ status }) => status)).toEqual(["aborted", "complete"]);
  });

  it("hundreds of agents do not end the message of the main agent", () => {
    const events = eventsOf([
      streamed({ type: "message_start", message: { id: "m" } }),
      streamed({ type: "content_block_start", index: 0, content_block: text("a") }),
      ...many(300, (n) => said(`m${n}`, [text("x")], { parent_tool_use_id: `agent${n}` })),
      streamed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "b" } }),
      streamed({ type: "message_stop" }),
    ]);
    const own = events.filter(({ agent }) => agent === null).map(({ type }) => type);
    expect(own).toEqual(["message-start", "text-start", "text-delta", "text-delta", "text-end", "message-end"]);
  });
});

describe("the encoder reads its input once", () => {
  it("so a getter cannot return another value after validation", () => {
    let reads = 0;
    const input = {
      get a() {
        reads += 1;
        return reads === 1 ? 1 : Number.NaN;
      },
    };
    expect(encode.allow("r", input)).toContain('"updatedInput":{"a":1}');
  });

  it("and rejects a value that throws when it is read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(() => encode.allow("r", proxy)).toThrow(EncodeError);
    expect(() => encode.allow("r", { a: proxy })).toThrow(EncodeError);
    expect(() => encode.compact(5 as never)).toThrow(EncodeError);
  });

  it("and keeps a key named __proto__ in every message", () => {
    const fields = JSON.parse('{"__proto__":{"a":1}}') as object;
    expect(encode.initialize("r", fields)).toContain('"__proto__":{"a":1}');
  });
});
