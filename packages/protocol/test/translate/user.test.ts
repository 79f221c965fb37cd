// User lines: tool results, and the origin of other text.
import { describe, expect, it } from "vitest";
import type { EventOf } from "../../src/index.ts";
import { assistant, decodeLines, only, result, text, toolUse, user } from "./lines.ts";

function toolResult(content: unknown, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: "tool_result", tool_use_id: "t1", ...(content === undefined ? {} : { content }), ...extra };
}

describe("a tool result", () => {
  it.each([
    ["a string", "plain", "plain"],
    ["text blocks", [text("a"), text("b")], "a\nb"],
    ["an image among them", [text("a"), { type: "image", source: { type: "base64", data: "AAAA" } }], "a\n[image]"],
    ["anything", [{ odd: 1 }, 5, "x"], '{"odd":1}\n5\nx'],
    ["null", null, ""],
    ["nothing", undefined, ""],
    ["an object", { type: "text", text: "lone" }, "lone"],
  ])("with %s is converted to text and keeps the original", (_, content, expected) => {
    const [event] = only(decodeLines([user([toolResult(content)])]), "tool-result");
    expect(event?.text).toBe(expected);
    expect(event?.content).toEqual(content);
  });

  it("has the error flag and the tool's structured output", () => {
    const [event] = only(
      decodeLines([user([toolResult("no", { is_error: true })], { tool_use_result: { code: 1 } })]),
      "tool-result",
    );
    expect(event).toMatchObject({ isError: true, structured: { code: 1 } });
  });

  it("has no structured output if its line has several results", () => {
    const events = decodeLines([user([toolResult("a"), toolResult("b")], { tool_use_result: { code: 1 } })]);
    expect(only(events, "tool-result").map((event) => event.structured)).toEqual([undefined, undefined]);
  });
});

describe("a repeated tool result", () => {
  it("with the same uuid is ignored, as in a replay", () => {
    const line = user([toolResult("once")], { session_id: "s", uuid: "u" });
    const events = decodeLines([line, { ...line, isReplay: true }]);
    expect(only(events, "tool-result")).toHaveLength(1);
  });

  it("with the same uuid but another call is a second result", () => {
    const other = toolResult("b", { tool_use_id: "t2" });
    const events = decodeLines([user([toolResult("a")], { uuid: "u" }), user([other], { uuid: "u" })]);
    expect(only(events, "tool-result").map(({ toolUseId }) => toolUseId)).toEqual(["t1", "t2"]);
  });

  it("with another uuid, or none, is a second result", () => {
    const line = user([toolResult("a")]);
    const events = decodeLines([line, line, { ...line, uuid: "u" }, { ...line, uuid: "v" }]);
    expect(only(events, "tool-result")).toHaveLength(4);
  });
});

describe("a tool result without an id", () => {
  it.each([
    ["missing", { type: "tool_result", content: "whose?" }],
    ["empty", { type: "tool_result", tool_use_id: "", content: "whose?" }],
    ["no string", { type: "tool_result", tool_use_id: 5, content: "whose?" }],
  ])("(%s) gives only a malformed event", (_, block) => {
    const events = decodeLines([user([block])]);
    expect(events.map(({ type }) => type)).toEqual(["malformed"]);
    const [{ reason, detail }] = events as [EventOf<"malformed">];
    expect(reason).toBe("bad-shape");
    expect(detail).toContain("tool_use_id");
  });

  it("does not affect the other results of its line", () => {
    const events = decodeLines([user([{ type: "tool_result", content: "whose?" }, toolResult("mine")])]);
    expect(events.map(({ type }) => type)).toEqual(["malformed", "tool-result"]);
  });
});

describe("text in a user line", () => {
  it.each([
    ["an echo of what we sent", user("hi", { isReplay: true }), "replay"],
    ["an echo of 1.0.128, which has no flag", user("hi", { parent_tool_use_id: null }), "replay"],
    ["a line that names a human", user("hi", { origin: { kind: "human" } }), "human"],
    ["a line marked synthetic", user("hi", { isSynthetic: true }), "synthetic"],
    ["a task's notification", user("hi", { origin: { kind: "task-notification" } }), "synthetic"],
    ["an interrupt's mark", user([text("[Request interrupted by user for tool use]")]), "synthetic"],
    [
      "a summary after compaction, unflagged in 1.0.128",
      user("This session is being continued from a previous conversation that …"),
      "synthetic",
    ],
    [
      "a command's output, though 2.1.x calls it a replay",
      user("<local-command-stdout>ok</local-command-stdout>", { isReplay: true }),
      "command-output",
    ],
    ["a sub-agent's prompt", user([text("look around")], { parent_tool_use_id: "t1" }), "subagent-prompt"],
  ])("has in %s the origin %s", (_, line, origin) => {
    expect(only(decodeLines([line]), "user-message").map((event) => event.origin)).toEqual([origin]);
  });

  it("is emitted beside tool results of the same line", () => {
    const events = decodeLines([user([toolResult("r"), text("and words")])]);
    expect(events.map((event) => event.type)).toEqual(["tool-result", "user-message"]);
    expect(only(events, "user-message")[0]?.text).toBe("and words");
  });
});

describe("the end of a sub-agent", () => {
  it("closes its open message before its result", () => {
    const events = decodeLines([
      assistant("m1", [toolUse("t1", {}, "Task")], { parent_tool_use_id: null }),
      assistant("m2", [text("found it")], { parent_tool_use_id: "t1" }),
      user([toolResult("report")], { parent_tool_use_id: null }),
      result(),
    ]);
    const types = events.map((event) => `${event.agent ?? "main"} ${event.type}`);
    expect(types.indexOf("t1 message-end")).toBeLessThan(types.indexOf("main tool-result"));
    expect(types.indexOf("t1 message-end")).toBeGreaterThan(0);
  });
});
