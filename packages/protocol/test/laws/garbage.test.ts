// Law 3: no input throws, and no line disappears. For any bytes, each line is either the `line` of some event or counted
// in `stats.silent`, never both.

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDecoder } from "../../src/decoder.ts";
import { EVENT_TYPES, type Event } from "../../src/translate/events.ts";
import { loadRuns } from "../../../../fixtures/load.ts";
import { countValues, almostValidMessage, replaceValue, damageLine, strangeValue } from "./damage.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

const recordings = loadRuns("recordings")
  .flatMap((run) => [run.lines, run.stdinLines])
  .filter(({ length }) => length > 0);
const lines = recordings.flat();

/** Decodes and checks that every line is accounted for. `input` ends in LF, so every line is complete before the end. */
function expectAccounted(input: Uint8Array | string): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event), maxLineBytes: 1_000_000 });
  decoder.push(input);
  const { stats } = decoder;
  const silent = Object.values(stats.silent).reduce((sum, count) => sum + count, 0);
  const heard = new Set(events.map((event) => event.line));
  expect(heard.size + silent).toBe(stats.lines);
  for (const line of heard) if (!(line >= 1 && line <= stats.lines)) expect.fail(`line ${line} of ${stats.lines}`);

  decoder.end();
  expect({ ...decoder.stats, events: 0 }).toEqual({ ...stats, events: 0 });
  expect(decoder.stats.events).toBe(events.length);
  for (const event of events.slice(stats.events)) expect(event.line).toBe(stats.lines);
  expect(stats.unknown).toBe(events.filter((event) => event.type === "unknown").length);
  expect(stats.malformed).toBe(events.filter((event) => event.type === "malformed").length);
  for (const event of events) if (!EVENT_TYPES.includes(event.type)) expect.fail(event.type);
  const rejections = events.filter((event) => event.type === "malformed" || event.type === "unknown");
  if (new Set(rejections.map((event) => event.line)).size < rejections.length)
    expect(rejections).toBe("one for each line");
  expectWholeBlocks(events);
  return events;
}

/** Checks that blocks start before their deltas, that deltas join to the final text, and that no block stays open. */
function expectWholeBlocks(events: readonly Event[]): void {
  const open = new Map<string, string>();
  for (const event of events) {
    if (!("block" in event) || event.type === "content-block") continue;
    const key = JSON.stringify([event.sessionId, event.agent, event.messageId, event.block]);
    const joined = open.get(key);
    if (event.type.endsWith("-start")) {
      open.set(key, "");
      continue;
    }
    if (joined === undefined) expect.fail(`${event.type} of a block that is not open, line ${event.line}`);
    if (event.type.endsWith("-delta")) {
      open.set(key, joined + ("partialJson" in event ? event.partialJson : "text" in event ? event.text : ""));
      continue;
    }
    open.delete(key);
    if (event.type !== "tool-call-end") expect(joined).toBe("text" in event ? event.text : undefined);
    else if (event.aborted !== true && !isDeepStrictEqual(JSON.parse(joined), event.input))
      expect(JSON.parse(joined)).toEqual(event.input);
  }
  expect([...open.keys()]).toEqual([]);
}

const join = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

describe("the decoder never throws and accounts for every line", () => {
  it("of recordings", () => {
    for (const recording of recordings) expectAccounted(join(recording));
  });

  it("of all recordings in one stream", () => {
    expectAccounted(join(lines));
  });

  it("of random bytes", () => {
    checkProperty(
      "garbage, bytes",
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 }), (chunks) => {
        expectAccounted(Uint8Array.from(chunks.flatMap((chunk) => [...chunk, 10])));
      }),
      scaleRuns(100),
    );
  });

  it("of random text and random JSON, one per line", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", "")),
      fc.json(),
      fc.constantFrom("", " ", "\t", "\ufeff", "\r", "null", "0", '""', "[]", "{}", "{", '{"type":', "\u00a0", "\0"),
    );
    checkProperty(
      "garbage, JSON",
      fc.property(fc.array(line, { maxLength: 20 }), (all) => {
        // A lone bracket at the start could open an array, whose line would not be complete yet.
        expectAccounted(join(["a line", ...all]));
      }),
      scaleRuns(120),
    );
  });

  it("of real lines with bits flipped, bytes removed, doubled or swapped, and lines cut, joined or out of order", () => {
    const window = fc.tuple(fc.constantFrom(...recordings), fc.nat(1000), fc.integer({ min: 1, max: 40 }));
    const damage = fc.record({
      kind: fc.constantFrom("flip", "remove", "double", "swap", "truncate", "join", "move", "repeat"),
      line: fc.nat(1000),
      place: fc.nat(100_000),
      bit: fc.nat(7),
    });
    checkProperty(
      "garbage, damaged",
      fc.property(window, fc.array(damage, { minLength: 1, maxLength: 8 }), ([recording, from, count], damages) => {
        const start = from % recording.length;
        const all = recording.slice(start, start + count).map((line) => Buffer.from(line));
        for (const each of damages) damageLine(all, each);
        // `{}` comes first, because a damaged bracket could start an object over several lines, which is one line.
        expectAccounted(Buffer.concat([Buffer.from("{}"), ...all].flatMap((line) => [line, Buffer.from("\n")])));
      }),
      scaleRuns(100),
    );
  });

  it("of real lines with a value of the wrong type in any position", () => {
    const window = fc.tuple(fc.constantFrom(...recordings), fc.nat(1000), fc.integer({ min: 1, max: 30 }));
    const breakage = fc.record({ line: fc.nat(1000), place: fc.nat(10_000), value: strangeValue() });
    checkProperty(
      "garbage, wrong kinds",
      fc.property(window, fc.array(breakage, { minLength: 1, maxLength: 5 }), ([recording, from, count], breakages) => {
        const start = from % recording.length;
        const all = recording.slice(start, start + count).map((line) => JSON.parse(line) as unknown);
        for (const { line, place, value } of breakages)
          all[line % all.length] = replaceValue(all[line % all.length], place, value);
        expectAccounted(join(all.map((message) => JSON.stringify(message))));
      }),
      scaleRuns(100),
    );
  });

  it("of almost valid messages in any order", () => {
    checkProperty(
      "garbage, nearly right",
      fc.property(fc.array(almostValidMessage(), { minLength: 1, maxLength: 40 }), (all) => {
        expectAccounted(join(all.map((message) => JSON.stringify(message))));
      }),
      scaleRuns(100),
    );
  });

  it("of a stream that was cut at any byte", () => {
    checkProperty(
      "garbage, cut",
      fc.property(fc.constantFrom(...recordings), fc.nat(1_000_000), (recording, place) => {
        const bytes = Buffer.from(join(recording));
        const part = bytes.subarray(0, place % bytes.length);
        const events: Event[] = [];
        const decoder = createDecoder({ onEvent: (event) => events.push(event) });
        decoder.push(part);
        decoder.end();
        expectWholeBlocks(events);
        const ends = part.filter((byte) => byte === 10).length;
        const hasRest = part.length > 0 && part.at(-1) !== 10;
        expect(decoder.stats.lines).toBe(ends + (hasRest ? 1 : 0));
        const malformed = events.filter((event) => event.type === "malformed");
        // Only the last line can be malformed, and only because it was cut.
        expect(malformed.filter((event) => event.reason !== "truncated")).toEqual([]);
        expect(malformed.length).toBeLessThanOrEqual(hasRest ? 1 : 0);
      }),
      scaleRuns(100),
    );
  });
});

describe("a malformed line", () => {
  it("gives one malformed event", () => {
    const broken = { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: "{" } };
    const events = expectAccounted(join([JSON.stringify({ type: "stream_event", event: broken })]));
    expect(events.filter((event) => event.type === "malformed")).toHaveLength(1);
  });

  it("gives no unknown event as well", () => {
    const events = expectAccounted('{"type":"stream_event","event":null}\n');
    expect(events.map((event) => event.type)).toEqual(["malformed"]);
  });
});

describe("regressions found by the properties above", () => {
  const streamed = (event: object, more: object = {}): object => ({
    type: "stream_event",
    event,
    session_id: "s",
    parent_tool_use_id: null,
    ...more,
  });
  const decodeAll = (messages: readonly object[]): Event[] =>
    expectAccounted(join(messages.map((message) => JSON.stringify(message))));

  it("a late delta does not change a finished tool call", () => {
    const call = { type: "tool_use", id: "t", name: "Bash", input: {} };
    const piece = {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: '{"a":1}' },
    };
    const finished = { id: "m", content: [{ ...call, input: { a: 1 } }] };
    const events = decodeAll([
      streamed({ type: "message_start", message: { id: "m" } }),
      streamed({ type: "content_block_start", index: 0, content_block: call }),
      streamed(piece),
      { type: "assistant", message: finished, session_id: "s", parent_tool_use_id: null },
      streamed(piece),
      streamed({ type: "message_stop" }),
    ]);
    expect(events.filter((event) => event.type === "tool-call-end").map((event) => event.input)).toEqual([{ a: 1 }]);
  });

  it("a block that is closed late is closed in its own session", () => {
    const open = streamed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "a" } });
    const events = decodeAll([open, { type: "keep_alive", session_id: "other" }]);
    expect(events.map((event) => event.sessionId)).toEqual(events.map(() => "s"));
  });

  it("an empty parent_tool_use_id means the main agent", () => {
    const message = (id: string): object => ({ id, content: [{ type: "text", text: id }] });
    const events = decodeAll([
      { type: "assistant", message: message("a"), session_id: "s" },
      { type: "assistant", message: message("b"), session_id: "s", parent_tool_use_id: "" },
    ]);
    expect(new Set(events.map((event) => event.agent))).toEqual(new Set([null]));
  });

  it("agents and sessions whose ids concatenate to the same text stay separate", () => {
    const message = { id: "m", content: [{ type: "text", text: "a" }] };
    const events = decodeAll([
      { type: "assistant", message, session_id: "a b", parent_tool_use_id: "c" },
      { type: "assistant", message, session_id: "a", parent_tool_use_id: "b c" },
    ]);
    expect(events.filter((event) => event.type === "text-start")).toHaveLength(2);
  });

  it("a line without a message does not retract the streaming message", () => {
    const events = decodeAll([
      streamed({ type: "message_start", message: { id: "m" } }),
      streamed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "a" } }),
      { type: "assistant", session_id: "s", parent_tool_use_id: null },
      streamed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "b" } }),
      streamed({ type: "message_stop" }),
    ]);
    expect(events.map((event) => event.type)).toEqual([
      "message-start",
      "text-start",
      "text-delta",
      "malformed",
      "text-delta",
      "text-end",
      "message-end",
    ]);
  });
});

describe("nesting deeper than the call stack", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  it.each([
    ["a line", deep],
    ["a type", `{"type":${deep}}`],
    ["a subtype", `{"type":"keep_alive","subtype":${deep}}`],
    ["an unknown message", `{"type":"new","data":${deep}}`],
    [
      "a tool result",
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":${deep}}]}}`,
    ],
    [
      "a block in a tool result",
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"a":${deep}}]}]}}`,
    ],
    ["a user message", `{"type":"user","message":{"content":[{"a":${deep}}]}}`],
    [
      "a tool input",
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":${deep}}]}}`,
    ],
    [
      "the input of a tool call that starts",
      `{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":${deep}}}}`,
    ],
    ["a block of an unknown type", `{"type":"assistant","message":{"content":[{"type":"new","data":${deep}}]}}`],
    [
      "an index",
      `{"type":"stream_event","event":{"type":"content_block_delta","index":${deep},"delta":{"type":"input_json_delta","partial_json":"{"}}}`,
    ],
    [
      "a permission request",
      `{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"n","input":${deep}}}`,
    ],
    ["a result", `{"type":"result","result":${deep},"structured_output":${deep},"usage":${deep}}`],
    [
      "a transcript entry",
      `{"type":"assistant","sessionId":"s","message":{"content":[{"type":"new","data":${deep}}]}}`,
    ],
  ])("does not throw: %s", (_, line) => {
    const events: string[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event.type) });
    // Pushed twice, so that the line is also compared with itself.
    decoder.push(join([line, line]));
    decoder.end();
    const silent = Object.values(decoder.stats.silent).reduce((sum, count) => sum + count, 0);
    expect(events.length + silent).toBeGreaterThanOrEqual(2);
  });
});

describe("objects that cannot be converted to a string", () => {
  const strange = '{"toString":null,"valueOf":1,"toJSON":2,"constructor":3,"__proto__":null}';
  it("do not throw in any position of any message", () => {
    for (const line of new Set(lines.filter((_, place) => place % 20 === 0))) {
      const message: unknown = JSON.parse(line);
      const places = countValues(message);
      const all: string[] = [];
      for (let place = 0; place < Math.min(places, 40); place += 1)
        all.push(JSON.stringify(replaceValue(message, place, "STRANGE")).replaceAll('"STRANGE"', strange));
      const decoder = createDecoder({ onEvent: () => undefined });
      decoder.push(join(all));
      decoder.end();
      expect(decoder.stats.lines).toBe(all.length);
    }
  });
});
