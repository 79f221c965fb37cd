import { expect, it } from "vitest";
import { decodeLines } from "../../src/compare/tracks.ts";
import { findBreaches } from "../../src/compare/check-served.ts";

const said = (id: string, text: string, uuid: string): string =>
  JSON.stringify({
    type: "assistant",
    message: { id, role: "assistant", content: [{ type: "text", text }] },
    parent_tool_use_id: null,
    session_id: "s",
    uuid,
  });
const served = [
  {
    id: "msg_1",
    agent: null,
    blocks: [
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ],
    isWhole: false,
  },
];
const check = (lines: readonly string[]): string[] => findBreaches(lines, decodeLines(lines), served);

it("finds no problem if every served block came once and in order", () => {
  expect(check([said("msg_1", "one", "a"), said("msg_1", "two", "b")])).toEqual([]);
});

it("finds an extra block", () => {
  expect(check([said("msg_1", "one", "a"), said("msg_1", "two", "b"), said("msg_1", "three", "c")])).toEqual([
    'msg_1: text "three" is too much',
  ]);
});

it("finds blocks in the wrong order", () => {
  expect(check([said("msg_1", "two", "a"), said("msg_1", "one", "b")])).not.toEqual([]);
});

it("accepts a prefix of a block if its message was abandoned", () => {
  const event = (inner: object, uuid: string): string =>
    JSON.stringify({ type: "stream_event", event: inner, parent_tool_use_id: null, session_id: "s", uuid });
  const start = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null };
  const block = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "on" } };
  const stop = { type: "content_block_stop", index: 0 };
  const end = { type: "message_delta", delta: { stop_reason: "end_turn" } };
  const cut = [{ type: "message_start", message: start }, block, delta, stop];
  const lines = (more: readonly object[]): string[] => [...cut, ...more].map((one, place) => event(one, `${place}`));
  expect(check(lines([{ type: "message_stop" }]))).toEqual([]);
  expect(check(lines([end, { type: "message_stop" }]))).toEqual(['msg_1: text "on" is too much']);
});

it("finds a block under the wrong agent", () => {
  const lines = [said("msg_1", "one", "a")];
  const ofAgent = [
    { ...served[0], id: "msg_1", agent: "toolu_1", blocks: [{ type: "text", text: "one" }], isWhole: true },
  ];
  expect(findBreaches(lines, decodeLines(lines), ofAgent)).toEqual(["msg_1 of toolu_1 is under the main agent"]);
});

it("finds a message that was not served", () => {
  expect(check([said("msg_9", "hello", "a")])).toEqual(["msg_9 (1 blocks) was never served"]);
});

it("finds a block that the decoder lost", () => {
  const lines = [said("msg_1", "one", "a"), said("msg_1", "two", "b")];
  const events = decodeLines(lines).filter((event) => event.type !== "text-end" || event.text !== "two");
  expect(findBreaches(lines, events, served)).toEqual(['msg_1: text "two" is lost']);
});

it("finds a block that ended twice", () => {
  const lines = [said("msg_1", "one", "a"), said("msg_1", "two", "b")];
  const events = decodeLines(lines);
  const twice = events.flatMap((event) => Array.from({ length: event.type === "text-end" ? 2 : 1 }, () => event));
  expect(findBreaches(lines, twice, served)).toContain('msg_1: text "one" is too much');
});

it("finds a missing message of the main agent", () => {
  const whole = served.map((message) => ({ ...message, isWhole: true }));
  expect(findBreaches([], [], whole)).toEqual(['msg_1: text "one" is lost', 'msg_1: text "two" is lost']);
  expect(findBreaches([], [], served)).toEqual([]);
});

it("finds a call whose input differs from its finished line", () => {
  const content = [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } }];
  const message = { id: "msg_1", role: "assistant", content };
  const lines = [JSON.stringify({ type: "assistant", message, parent_tool_use_id: null, session_id: "s", uuid: "a" })];
  const events = decodeLines(lines).map((event) => (event.type === "tool-call-end" ? { ...event, input: {} } : event));
  const blocks = [{ type: "tool_use", id: "toolu_1" }];
  expect(findBreaches(lines, events, [{ id: "msg_1", agent: null, blocks, isWhole: true }])).toEqual([
    "toolu_1: wrong input",
  ]);
});
