// `__proto__`, `constructor` and `toString` are ordinary data as a name or a key at any depth. They are kept, have no
// special meaning and change no prototype.

import { afterEach, describe, expect, it } from "vitest";
import { createDecoder } from "../../src/decoder.ts";
import type { Event } from "../../src/translate/events.ts";
import { originalOf } from "../../src/translate/original.ts";
import { parse } from "../../src/wire/parse.ts";

const NAMES = ["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "toJSON", "then"];

function eventsOf(...lines: string[]): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const line of lines) decoder.push(`${line}\n`);
  decoder.end();
  return events;
}

/** Converts to keys and values, so that an own `__proto__` is compared; `toEqual` ignores it. */
const textOf = (value: unknown): string => JSON.stringify(value);

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("polluted" in {}).toBe(false);
  expect(Object.getPrototypeOf(Object.prototype)).toBeNull();
});

describe.each(NAMES)("%s", (name) => {
  it("as a type is unknown", () => {
    expect(eventsOf(`{"type":"${name}"}`)).toMatchObject([{ type: "unknown", wireType: name }]);
  });

  it("as a system subtype is unknown", () => {
    expect(eventsOf(`{"type":"system","subtype":"${name}"}`)).toMatchObject([{ type: "unknown", wireSubtype: name }]);
  });

  it("as a result subtype is kept", () => {
    expect(eventsOf(`{"type":"result","subtype":"${name}"}`)).toMatchObject([{ type: "turn-end", subtype: name }]);
  });

  it("as a stream event is unknown, and so is a delta", () => {
    const events = eventsOf(
      `{"type":"stream_event","event":{"type":"${name}"}}`,
      `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"${name}"}}}`,
    );
    expect(events.filter((event) => event.type === "unknown").map((event) => event.wireSubtype)).toEqual([
      name,
      `content_block_delta/${name}`,
    ]);
  });

  it("as a block type gives an ordinary block", () => {
    const events = eventsOf(`{"type":"assistant","message":{"content":[{"type":"${name}","a":1}]}}`);
    expect(events[1]).toMatchObject({ type: "content-block", content: { type: name, a: 1 } });
  });

  it("as a request subtype, message id, tool, agent or session is an ordinary name", () => {
    expect(
      eventsOf(`{"type":"control_request","request_id":"${name}","request":{"subtype":"${name}","x":1}}`),
    ).toMatchObject([{ type: "control-request", requestId: name, subtype: name, payload: { x: 1 } }]);
    const line = `{"type":"assistant","message":{"id":"${name}","content":[{"type":"tool_use","id":"${name}","name":"${name}","input":{}}]},"session_id":"${name}","parent_tool_use_id":"${name}","uuid":"${name}"}`;
    for (const event of eventsOf(line, line))
      expect(event).toMatchObject({ agent: name, sessionId: name, messageId: name });
    expect(eventsOf(line, line).filter((event) => event.type === "tool-call-end")).toHaveLength(1);
  });

  it.each([
    ["an unknown message", `{"type":"new","${name}":{"polluted":1},"deep":{"${name}":[{"${name}":2}]}}`],
    ["a known message", `{"type":"keep_alive","subtype":"x","${name}":{"polluted":1}}`],
    ["a notice", `{"type":"auth_status","${name}":{"polluted":1},"deep":{"${name}":2}}`],
    [
      "a message",
      `{"type":"assistant","message":{"${name}":{"polluted":1},"content":[{"type":"text","text":"a","${name}":{"polluted":1}}]}}`,
    ],
    [
      "a broken message",
      `{"type":"assistant","message":{"content":5,"${name}":{"polluted":1}},"${name}":{"polluted":1}}`,
    ],
    [
      "a control request",
      `{"type":"control_request","request_id":"r","request":{"subtype":"x","${name}":{"polluted":1}}}`,
    ],
    ["a result", `{"type":"result","modelUsage":{"${name}":{"polluted":1}},"${name}":{"polluted":1}}`],
    [
      "an entry of a transcript",
      `{"type":"user","sessionId":"s","message":{"content":"hi","${name}":{"polluted":1}},"${name}":{"polluted":1}}`,
    ],
  ])("as a key is unchanged in %s", (_, line) => {
    const parsed = parse(line);
    const message = parsed.kind === "transcript" ? parsed.entry : parsed.message;
    expect(textOf(message)).toBe(line);
    for (const event of eventsOf(line)) {
      const original = originalOf(event);
      if (original !== undefined) expect(textOf(original)).toBe(line);
    }
  });

  it("as a key is kept in events", () => {
    const inner = `{"${name}":{"polluted":1}}`;
    const events = eventsOf(
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":${inner}},{"type":"new","data":${inner}}]}}`,
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":${inner}}]},"tool_use_result":${inner}}`,
      `{"type":"control_request","request_id":"r","request":{"subtype":"new","${name}":{"polluted":1}}}`,
      `{"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"n","input":${inner}}}`,
      `{"type":"control_response","response":{"request_id":"r","response":${inner}}}`,
      `{"type":"auth_status","${name}":{"polluted":1}}`,
      `{"type":"result","structured_output":${inner},"modelUsage":${inner}}`,
    );
    const carried = events.flatMap((event) =>
      Object.entries(event).filter(([key]) =>
        ["input", "content", "structured", "payload", "data", "structuredOutput", "modelUsage", "partialJson"].includes(
          key,
        ),
      ),
    );
    expect(carried).toHaveLength(11);
    for (const [key, value] of carried)
      expect(key === "partialJson" ? value : textOf(value)).toContain(inner.slice(1, -1));
  });
});

it("an object that cannot be converted to a string or a number does not throw", () => {
  const strange = '{"toString":null,"valueOf":null,"toJSON":1}';
  expect(
    eventsOf(
      `{"type":"keep_alive","subtype":${strange}}`,
      `{"type":"assistant","subtype":${strange},"message":{"content":[]}}`,
      `{"type":"stream_event","event":{"type":"content_block_delta","index":${strange},"delta":{"type":"input_json_delta","partial_json":"{"}}}`,
    ).length,
  ).toBeGreaterThan(0);
});
