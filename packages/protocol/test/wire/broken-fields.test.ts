// Replaces every field of every message of real CLIs with a value of every other type: nothing throws, every line is
// accounted for, and the error has the field's path. Then: what the decoder must recover from a malformed message.

import { describe, expect, it } from "vitest";
import { loadRuns } from "../../../../fixtures/load.ts";
import { createDecoder } from "../../src/decoder.ts";
import type { Event } from "../../src/translate/events.ts";
import { originalOf } from "../../src/translate/original.ts";
import { parse } from "../../src/wire/parse.ts";

type Path = readonly (string | number)[];

const REPLACEMENTS: [string, unknown][] = [
  ["null", null],
  ["a number", 7],
  ["a string", "strange"],
  ["an array", [[]]],
  ["an object", { strange: {} }],
  ["nothing", undefined],
];

const samples = sampleMessages();

describe("any field of any message in the recordings", () => {
  it("is covered: all shapes of all types", () => {
    expect(samples.length).toBeGreaterThan(100);
  });

  it.each(REPLACEMENTS)(
    "may be %s instead: nothing throws, no line disappears, and the error has its path",
    (_, value) => {
      const events: Event[] = [];
      const decoder = createDecoder({ onEvent: (event) => events.push(event) });
      let count = 0;
      for (const message of samples) {
        for (const path of pathsOf(message)) {
          const line = JSON.stringify(replace(message, path, value));
          const parsed = parse(line);
          if (parsed.kind === "malformed" && !isAbout(parsed.detail, path)) expect(parsed.detail).toBe(nameOf(path));
          decoder.push(`${line}\n`);
          count += 1;
        }
      }
      expect(decoder.stats.lines).toBe(count);
      const silent = Object.values(decoder.stats.silent).reduce((sum, each) => sum + each, 0);
      expect(new Set(events.map((event) => event.line)).size + silent).toBe(count);
      decoder.end();
    },
  );
});

describe("the valid parts of a malformed message are decoded", () => {
  it("a result with invalid figures still ends the turn, with the valid ones", () => {
    const result = { type: "result", subtype: "success", result: "done", total_cost_usd: 0.5, num_turns: 2 };
    expect(typesOf({ ...result, usage: 5 })).toEqual(["malformed", "turn-end"]);
    expect(eventsOf({ ...result, usage: 5 })[1]).toMatchObject({
      text: "done",
      totalCostUsd: 0.5,
      costUsd: 0.5,
      turns: 2,
    });
    expect(eventsOf({ ...result, total_cost_usd: "free" })[1]).toMatchObject({ text: "done", costUsd: 0 });
    expect(eventsOf({ ...result, modelUsage: [] })[1]).toMatchObject({ text: "done", modelUsage: {} });
    expect(eventsOf({ ...result, errors: "x" })[1]).toMatchObject({ text: "done", errors: [] });
    expect(eventsOf({ ...result, subtype: 5 })[1]).toMatchObject({ outcome: "success", subtype: "success" });
    expect(eventsOf({ ...result, session_id: {} })[1]).toMatchObject({ text: "done" });
    expect(eventsOf({ ...result, permission_denials: "x" })[1]).toMatchObject({ text: "done", denials: [] });
  });

  it("an assistant line with one malformed block gives the others, and that one unchanged", () => {
    const events = eventsOf({
      type: "assistant",
      message: { id: "m", content: [{ type: "text", text: "a" }, { type: "text" }, null, { type: "text", text: "b" }] },
    });
    expect(events[0]).toMatchObject({ type: "malformed", detail: "message.content[1].text is missing" });
    expect(events.filter((event) => event.type === "text-end").map((event) => event.text)).toEqual(["a", "b"]);
    expect(events.filter((event) => event.type === "content-block").map((event) => event.content)).toEqual([
      { type: "text" },
    ]);
  });

  it.each([undefined, null, 7, {}])("a block with the type %j has an unknown type", (type) => {
    const content = { type, a: 1 };
    const whole = eventsOf({ type: "assistant", message: { content: [content] } });
    const opened = eventsOf({
      type: "stream_event",
      event: { type: "content_block_start", index: 0, content_block: content },
    });
    expect(whole[0]).toMatchObject({ type: "malformed", detail: expect.stringContaining("content[0].type") as string });
    for (const events of [whole, opened]) {
      expect(events.filter((event) => event.type === "content-block").map((event) => event.content)).toEqual([
        { type: "unknown", a: 1 },
      ]);
    }
  });

  it("an assistant line keeps a tool call without a name as a block", () => {
    const call = { type: "tool_use", id: "t", input: {} };
    const events = eventsOf({ type: "assistant", message: { content: [call] } });
    expect(events.map((event) => event.type)).toEqual(["malformed", "message-start", "content-block", "message-end"]);
    expect(events[2]).toMatchObject({ content: call });
  });

  it("an assistant line with a malformed envelope still gives its content", () => {
    const message = { id: "m", content: [{ type: "text", text: "a" }] };
    for (const broken of [{ uuid: 1 }, { session_id: 1 }, { parent_tool_use_id: 1 }, { supersedes: "x" }]) {
      const types = typesOf({ type: "assistant", message, ...broken });
      expect(types).toEqual(["malformed", "message-start", "text-start", "text-delta", "text-end", "message-end"]);
    }
  });

  it("a user line with one malformed tool result still gives the others", () => {
    const results = [
      { type: "tool_result", content: "lost" },
      { type: "tool_result", tool_use_id: "t", content: "kept" },
    ];
    const events = eventsOf({ type: "user", message: { content: results } });
    expect(events[0]).toMatchObject({ type: "malformed", detail: "message.content[0].tool_use_id is missing" });
    expect(events.filter((event) => event.type === "tool-result").map((event) => event.text)).toContain("kept");
  });

  it("a tool result without an id is not user text", () => {
    const result = { type: "tool_result", content: "file contents" };
    expect(typesOf({ type: "user", message: { role: "user", content: [result] } })).not.toContain("user-message");
  });

  it("an init message with malformed lists still starts the session", () => {
    const init = {
      type: "system",
      subtype: "init",
      session_id: "s",
      model: "m",
      tools: {},
      mcp_servers: [1, { name: "x" }],
    };
    expect(eventsOf(init)[1]).toMatchObject({
      type: "session-init",
      sessionId: "s",
      model: "m",
      tools: [],
      mcpServers: [{ name: "x" }],
    });
  });

  it("a task line without its id, a hook line, a retry and a denial still give their events", () => {
    expect(typesOf({ type: "system", subtype: "task_notification", status: "failed" })).toEqual([
      "malformed",
      "task-end",
    ]);
    expect(typesOf({ type: "system", subtype: "hook_started", hook_id: 5 })).toEqual(["malformed", "hook-start"]);
    expect(typesOf({ type: "system", subtype: "api_retry", error: "overloaded" })).toEqual(["malformed", "retry"]);
    expect(typesOf({ type: "system", subtype: "permission_denied" })).toEqual(["malformed", "permission-denied"]);
    expect(typesOf({ type: "tool_progress", tool_name: "Bash" })).toEqual(["malformed", "tool-progress"]);
  });

  it("a request that cannot be answered gives only a malformed event", () => {
    expect(typesOf({ type: "control_request", request: { subtype: "can_use_tool" } })).toEqual(["malformed"]);
    expect(typesOf({ type: "control_request", request_id: 5, request: { subtype: "x" } })).toEqual(["malformed"]);
    expect(typesOf({ type: "control_request", request_id: "r" })).toEqual(["malformed"]);
    expect(typesOf({ type: "control_response", response: {} })).toEqual(["malformed"]);
    expect(typesOf({ type: "control_cancel_request" })).toEqual(["malformed"]);
  });

  it("a request without a subtype has an id, so it can be refused", () => {
    const events = eventsOf({ type: "control_request", request_id: "r", request: { a: 1 } });
    expect(events[1]).toMatchObject({ type: "control-request", requestId: "r", subtype: "", payload: { a: 1 } });
  });

  it("a text delta without an index is still text", () => {
    const delta = { type: "content_block_delta", delta: { type: "text_delta", text: "a" } };
    expect(eventsOf({ type: "stream_event", event: delta }).find((event) => event.type === "text-delta")).toMatchObject(
      { text: "a" },
    );
  });

  it("a transcript entry keeps its session, agent and role", () => {
    const entry = { sessionId: "s", uuid: "u", isSidechain: true, agentId: "a1" };
    const said = eventsOf({
      ...entry,
      type: "assistant",
      message: { id: "m", content: [{ type: "text", text: "a" }, { type: "text" }] },
    });
    expect(said.find((event) => event.type === "text-delta")).toMatchObject({ sessionId: "s", agent: "a1" });
    const human = { type: "user", sessionId: "s", uuid: 5, message: { role: "user", content: "hi" } };
    expect(eventsOf(human).find((event) => event.type === "user-message")).toMatchObject({
      sessionId: "s",
      origin: "human",
    });
  });

  it("a line without a type gives only a malformed event", () => {
    expect(typesOf({ subtype: "init", session_id: "s" })).toEqual(["malformed"]);
    expect(typesOf({ type: ["assistant"], message: { content: "a" } })).toEqual(["malformed"]);
  });

  it("a malformed event has the whole message, and its text up to 1000 characters", () => {
    const message = { type: "assistant", message: { content: 5 }, filler: "x".repeat(2000) };
    const event = eventsOf(message).find((each) => each.type === "malformed");
    expect(event && originalOf(event)).toEqual(message);
    expect(event?.text).toBe(JSON.stringify(message).slice(0, 1000));
  });
});

function eventsOf(message: object): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(`${JSON.stringify(message)}\n`);
  decoder.end();
  return events;
}

function typesOf(message: object): string[] {
  return eventsOf(message).map((event) => event.type);
}

/** Returns one message of each shape: two with the same paths fail in the same way. */
function sampleMessages(): unknown[] {
  const found = new Map<string, unknown>();
  for (const line of loadRuns("recordings").flatMap(({ lines, stdinLines }) => [...lines, ...stdinLines])) {
    if (line === "") continue;
    const message = JSON.parse(line) as { type?: unknown; subtype?: unknown };
    // Depth 3 covers every field the decoder relies on; inputs and results of tools are deeper.
    const shape = new Set(
      pathsOf(message)
        .filter((path) => path.length <= 3)
        .map((path) => nameOf(path).replaceAll(/\[\d+\]/g, "[]")),
    );
    const key = `${String(message.type)} ${String(message.subtype)} ${[...shape].sort().join(" ")}`;
    if (!found.has(key)) found.set(key, message);
  }
  return [...found.values()];
}

/** The first two items represent all items of a long list. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 2).map((inner: unknown, place): [number, unknown] => [place, inner])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function replace(node: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((inner: unknown, place) => (place === key ? replace(inner, rest, value) : inner));
  const { [key]: inner, ...others } = node as Record<string, unknown>;
  return { ...others, [key]: replace(inner, rest, value) };
}

function nameOf(path: Path): string {
  return path.map((key, place) => (typeof key === "number" ? `[${key}]` : place === 0 ? key : `.${key}`)).join("");
}

/** Whether the reported path is the field itself or a missing field inside it. */
function isAbout(detail: string, path: Path): boolean {
  // The fields of a task line are in the line or in `data` (Qwen Code). Without `data`, nothing shows that they were there.
  if (nameOf(path) === "data" && detail === "task_id is missing") return true;
  const rest = detail.slice(nameOf(path).length);
  return detail.startsWith(nameOf(path)) && (rest.startsWith(" ") || rest.startsWith(".") || rest.startsWith("["));
}
