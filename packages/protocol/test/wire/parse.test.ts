// Parses one line to a known, unknown or malformed message; problems are reported by their path.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, type Parsed } from "../../src/wire/parse.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

function summarize(line: string): string {
  const parsed = parse(line);
  return parsed.kind === "malformed" ? `${parsed.reason}: ${parsed.detail}` : parsed.kind;
}

const saying = (message: object): Parsed => parse(JSON.stringify(message));

describe("a line is", () => {
  it.each([
    ["known, with the fields we rely on", '{"type":"keep_alive"}', "known"],
    ["known, whatever else it carries", '{"type":"keep_alive","new":{"a":[1]}}', "known"],
    [
      "known, with optional fields null",
      '{"type":"result","session_id":null,"uuid":null,"usage":null,"errors":null}',
      "known",
    ],
    ["unknown, if its type is new", '{"type":"something_new"}', "unknown"],
    ["unknown, if its type is empty", '{"type":""}', "unknown"],
    ["unknown, if its type is known in another case", '{"type":"Assistant"}', "unknown"],
    ["unknown, if a system line's subtype is new", '{"type":"system","subtype":"something_new"}', "unknown"],
    [
      "an entry of a transcript, by its session in camel case",
      '{"type":"summary","leafUuid":"x","summary":"s"}',
      "transcript",
    ],
    ["unknown, if a transcript's entry is new", '{"type":"new","sessionId":"s"}', "unknown"],
    ["malformed, if it is empty", "", "not-json: 0 characters that are not JSON"],
    ["malformed, if it is half a line", '{"type":"assist', "not-json: 15 characters that are not JSON"],
    [
      "malformed, if two lines are glued",
      '{"type":"keep_alive"}{"type":"keep_alive"}',
      "not-json: 42 characters of several JSON objects without a line break between them",
    ],
    ["malformed, if it is no object: array", "[]", "not-object: an array where an object should be"],
    ["malformed, if it is no object: null", "null", "not-object: null where an object should be"],
    ["malformed, if it is no object: number", "1e999", "not-object: a number where an object should be"],
    ["malformed, if it is no object: string", '"text"', "not-object: a string where an object should be"],
    ["malformed, if it is no object: boolean", "true", "not-object: a boolean where an object should be"],
    ["malformed, without a type", "{}", "bad-shape: type is missing or not a string"],
    [
      "malformed, with a type that is no string",
      '{"type":["assistant"]}',
      "bad-shape: type is missing or not a string",
    ],
  ])("%s", (_, line, expected) => {
    expect(summarize(line)).toBe(expected);
  });
});

describe("a problem is reported by its path", () => {
  it.each<[string, object]>([
    ["session_id is number, expected string", { type: "keep_alive", session_id: 1 }],
    ["uuid is object, expected string", { type: "keep_alive", uuid: {} }],
    ["parent_tool_use_id is array, expected string", { type: "keep_alive", parent_tool_use_id: [] }],
    ["message is missing", { type: "assistant" }],
    ["message is null, expected object", { type: "user", message: null }],
    ["message is array, expected object", { type: "assistant", message: [] }],
    ["message.content is missing", { type: "assistant", message: {} }],
    ["message.content is object, expected string or array", { type: "user", message: { content: {} } }],
    ["message.content[1] is string, expected object", { type: "user", message: { content: [{ type: "new" }, "x"] } }],
    ["message.content[0] is null, expected object", { type: "assistant", message: { content: [null] } }],
    ["message.content[0].type is missing", { type: "assistant", message: { content: [{}] } }],
    [
      "message.content[0].text is number, expected string",
      { type: "assistant", message: { content: [{ type: "text", text: 1 }] } },
    ],
    [
      "message.content[0].thinking is array, expected string",
      { type: "assistant", message: { content: [{ type: "thinking", thinking: [] }] } },
    ],
    [
      "message.content[0].id is missing",
      { type: "assistant", message: { content: [{ type: "tool_use", name: "n" }] } },
    ],
    [
      "message.content[0].name is null, expected string",
      { type: "assistant", message: { content: [{ type: "tool_use", id: "t", name: null }] } },
    ],
    [
      "message.content[2].tool_use_id is missing",
      { type: "user", message: { content: [{ type: "new" }, { type: "new" }, { type: "tool_result" }] } },
    ],
    ["supersedes is string, expected array", { type: "assistant", message: { content: [] }, supersedes: "u" }],
    ["event is missing", { type: "stream_event" }],
    ["event.type is missing", { type: "stream_event", event: {} }],
    ["event.message is missing", { type: "stream_event", event: { type: "message_start" } }],
    [
      "event.index is string, expected number",
      { type: "stream_event", event: { type: "content_block_stop", index: "0" } },
    ],
    ["event.content_block is missing", { type: "stream_event", event: { type: "content_block_start", index: 0 } }],
    [
      "event.delta is null, expected object",
      { type: "stream_event", event: { type: "content_block_delta", index: 0, delta: null } },
    ],
    ["event.usage is number, expected object", { type: "stream_event", event: { type: "message_delta", usage: 3 } }],
    ["subtype is object, expected string", { type: "result", subtype: { toString: 1 } }],
    ["total_cost_usd is string, expected number", { type: "result", total_cost_usd: "1" }],
    ["usage is array, expected object", { type: "result", usage: [] }],
    ["modelUsage is string, expected object", { type: "result", modelUsage: "x" }],
    ["errors is string, expected array", { type: "result", errors: "x" }],
    ["permission_denials is object, expected array", { type: "result", permission_denials: {} }],
    ["subtype is missing", { type: "system" }],
    ["tools is object, expected array", { type: "system", subtype: "init", tools: {} }],
    ["state is missing", { type: "system", subtype: "session_state_changed" }],
    ["attempt is missing", { type: "system", subtype: "api_retry" }],
    ["task_id is missing", { type: "system", subtype: "task_started" }],
    ["tasks is missing", { type: "system", subtype: "background_tasks_changed" }],
    ["tool_use_id is missing", { type: "tool_progress" }],
    ["rate_limit_info is missing", { type: "rate_limit_event" }],
    ["request_id is missing", { type: "control_request", request: { subtype: "x" } }],
    ["request is missing", { type: "control_request", request_id: "r" }],
    ["request.subtype is missing", { type: "control_request", request_id: "r", request: {} }],
    ["response is missing", { type: "control_response" }],
    ["request_id is number, expected string", { type: "control_cancel_request", request_id: 7 }],
  ])("%s", (detail, message) => {
    expect(saying(message)).toMatchObject({ kind: "malformed", reason: "bad-shape", detail, message });
  });

  it("in a transcript entry", () => {
    const entry = { type: "assistant", sessionId: "s", message: { content: [{ type: "text" }] } };
    expect(summarize(JSON.stringify(entry))).toBe("bad-shape: message.content[0].text is missing");
  });

  it("but a message of an unknown type has no recovered message", () => {
    expect(saying({ type: 5, subtype: "init" })).not.toHaveProperty("message");
  });
});

describe("a parsed message is unchanged", () => {
  it("if it is known and has new fields at any depth", () => {
    const message = {
      type: "assistant",
      message: { id: "m", content: [{ type: "text", text: "a", citations: null, new: [{ deep: 1 }] }], extra: {} },
      session_id: "s",
      zebra: true,
    };
    expect(saying(message)).toEqual({ kind: "known", message });
  });

  it("if it is unknown", () => {
    const message = { type: "new", subtype: 5, nested: [{ a: null }] };
    expect(saying(message)).toEqual({ kind: "unknown", message });
  });

  it("if it is a transcript entry, beside its wire form", () => {
    const entry = { type: "user", sessionId: "s", uuid: "u", message: { content: "hi" }, gitBranch: "main" };
    const parsed = saying(entry);
    expect(parsed).toMatchObject({ kind: "transcript", entry, message: { session_id: "s", uuid: "u" } });
  });

  it("except that the last of duplicate keys counts, as in JSON.parse", () => {
    expect(summarize('{"type":"new","type":"keep_alive"}')).toBe("known");
    expect(summarize('{"type":"keep_alive","type":7}')).toBe("bad-shape: type is missing or not a string");
  });
});

describe("parsing never throws", () => {
  const kinds = ["known", "unknown", "malformed", "transcript"];

  it("for any text", () => {
    checkProperty(
      "parse, text",
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (line) => {
        expect(kinds).toContain(parse(line).kind);
      }),
      scaleRuns(300),
    );
  });

  it("for any JSON", () => {
    checkProperty(
      "parse, JSON",
      fc.property(fc.json(), (line) => {
        expect(kinds).toContain(parse(line).kind);
      }),
      scaleRuns(300),
    );
  });

  it("for any JSON under any known type", () => {
    const type = fc.constantFrom(
      "assistant",
      "user",
      "stream_event",
      "result",
      "system",
      "control_request",
      "control_response",
      "tool_progress",
      "summary",
    );
    const field = fc.constantFrom(
      "message",
      "event",
      "subtype",
      "request",
      "response",
      "content",
      "usage",
      "sessionId",
      "session_id",
      "uuid",
      "toString",
      "__proto__",
    );
    const fields = fc.array(fc.tuple(field, fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 });
    checkProperty(
      "parse, types",
      fc.property(type, fields, (name, entries) => {
        expect(kinds).toContain(parse(JSON.stringify({ ...Object.fromEntries(entries), type: name })).kind);
      }),
    );
  });

  it.each([
    ["closed brackets", "[".repeat(100_000) + "]".repeat(100_000), "not-object"],
    ["open brackets", "[".repeat(100_000), "not-json"],
    ["closed braces", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000), "bad-shape"],
    ["open braces", '{"type":'.repeat(100_000), "not-json"],
  ])("for 100,000 %s", (_, line, reason) => {
    expect(parse(line)).toMatchObject({ kind: "malformed", reason });
  });
});
