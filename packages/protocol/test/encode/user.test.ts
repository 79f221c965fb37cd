// User lines, compared byte for byte.
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";

describe("a user message", () => {
  test("of one text block equals byte for byte what the official SDK writes for a prompt", () => {
    expect(encode.user([encode.text("hi")])).toBe(
      '{"type":"user","session_id":"","message":{"role":"user","content":[{"type":"text","text":"hi"}]},"parent_tool_use_id":null}\n',
    );
  });

  test("of a string keeps the string", () => {
    expect(encode.user("hi")).toBe(
      '{"type":"user","session_id":"","message":{"role":"user","content":"hi"},"parent_tool_use_id":null}\n',
    );
  });

  test("carries every option under its wire name", () => {
    const line = encode.user("hi", {
      uuid: "7d0e0c1a-0000-4000-8000-000000000001",
      priority: "next",
      sessionId: "s1",
      parentToolUseId: "toolu_1",
      shouldQuery: false,
      isSynthetic: true,
      origin: { kind: "channel", server: "mail" },
      timestamp: "2026-11-15T20:00:00Z",
      clientComposed: true,
      pastedContent: { 1: "pasted" },
      inlinePastes: ["p"],
      toolUseResult: { stdout: "" },
      agentId: "a1",
      subagentType: "Explore",
      taskDescription: "look",
    });
    expect(JSON.parse(line)).toStrictEqual({
      type: "user",
      session_id: "s1",
      message: { role: "user", content: "hi" },
      parent_tool_use_id: "toolu_1",
      shouldQuery: false,
      isSynthetic: true,
      client_composed: true,
      uuid: "7d0e0c1a-0000-4000-8000-000000000001",
      priority: "next",
      origin: { kind: "channel", server: "mail" },
      timestamp: "2026-11-15T20:00:00Z",
      pasted_content: { "1": "pasted" },
      inline_pastes: ["p"],
      tool_use_result: { stdout: "" },
      agent_id: "a1",
      subagent_type: "Explore",
      task_description: "look",
    });
  });

  test("leaves out options that are undefined, and clientComposed when it is false", () => {
    expect(encode.user("hi", { uuid: undefined, priority: undefined, clientComposed: false })).toBe(encode.user("hi"));
  });

  test("accepts an image as bytes or as a URL", () => {
    const line = encode.user([
      encode.text("What is this?"),
      encode.image({ data: "iVBORw0KGgo=", mediaType: "image/png" }),
      encode.image({ url: "https://example.org/cat.webp" }),
    ]);
    expect(line).toBe(
      '{"type":"user","session_id":"","message":{"role":"user","content":[{"type":"text","text":"What is this?"},' +
        '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},' +
        '{"type":"image","source":{"type":"url","url":"https://example.org/cat.webp"}}]},"parent_tool_use_id":null}\n',
    );
  });

  test("writes documents, search results and tool results unchanged", () => {
    const content = [
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" }, title: "t" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "not base64!" } },
      { type: "search_result", source: "s", title: "t", content: [encode.text("x")] },
      { type: "tool_result", tool_use_id: "toolu_1", content: "done", is_error: false },
      { type: "tool_result", tool_use_id: "toolu_2", content: [encode.text("")] },
    ] as const;
    const line = encode.user(content);
    expect(JSON.parse(line)).toMatchObject({ message: { content } });
  });

  test("escapes line feeds", () => {
    const line = encode.user("one\ntwo\r\nthree");
    expect(line).toContain(String.raw`"one\ntwo\r\nthree"`);
    expect(line.indexOf("\n")).toBe(line.length - 1);
  });

  test("escapes separators that some readers treat as line ends", () => {
    const line = encode.user("a\u0085b\u2028c\u2029d");
    expect(line).toContain(String.raw`"a\u0085b\u2028c\u2029d"`);
    expect(JSON.parse(line)).toMatchObject({ message: { content: "a\u0085b\u2028c\u2029d" } });
  });
});

describe("compact", () => {
  test("is the slash command in a user message", () => {
    expect(encode.compact()).toBe(encode.user("/compact"));
    expect(encode.compact("Focus on auth")).toBe(encode.user("/compact Focus on auth"));
  });

  test("without instructions is the bare command", () => {
    expect(encode.compact("  ")).toBe(encode.user("/compact"));
  });

  test("accepts the options of a user message", () => {
    expect(encode.compact("x", { uuid: "u" })).toBe(encode.user("/compact x", { uuid: "u" }));
  });
});

describe("keepAlive", () => {
  test("has only a type", () => {
    expect(encode.keepAlive()).toBe('{"type":"keep_alive"}\n');
  });
});
