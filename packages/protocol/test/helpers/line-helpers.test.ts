// Helpers that read one thing from one line. The examples come from the documents that people write parsers from.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assistantTextOf, sessionIdOf, toolResultsOf, toolUsesOf } from "../../src/helpers/line-helpers.ts";
import { decodeDoubleEncoded } from "../../src/translate/double-encoding.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

const assistant = (content: unknown): object => ({
  type: "assistant",
  session_id: "abc123-def456",
  message: { role: "assistant", content },
});
const user = (content: unknown): object => ({
  type: "user",
  session_id: "abc123-def456",
  message: { role: "user", content },
});
const edit = {
  type: "tool_use",
  id: "toolu_123",
  name: "Edit",
  input: { file_path: "/repo/src/file.py", old_string: "old code", new_string: "new code" },
};

describe("the session id", () => {
  it("is read from the top level", () => {
    expect(sessionIdOf(assistant([]))).toBe("abc123-def456");
    expect(sessionIdOf('{"type":"system","subtype":"init","session_id":"s"}')).toBe("s");
  });

  it("is not read from inside the message", () => {
    expect(sessionIdOf({ type: "assistant", message: { session_id: "s" } })).toBeUndefined();
  });

  it("is in camel case in transcripts", () => {
    expect(sessionIdOf({ type: "user", sessionId: "s" })).toBe("s");
  });

  it("is undefined unless it is a string", () => {
    expect(sessionIdOf({ session_id: 5 })).toBeUndefined();
    expect(sessionIdOf({ session_id: null })).toBeUndefined();
  });
});

describe("the text of an assistant message", () => {
  it("is its text blocks, joined by line breaks", () => {
    expect(assistantTextOf(assistant([{ type: "text", text: "I'll help you implement that feature." }]))).toBe(
      "I'll help you implement that feature.",
    );
    expect(
      assistantTextOf(
        assistant([
          { type: "text", text: "a" },
          edit,
          { type: "thinking", thinking: "t" },
          { type: "text", text: "b" },
        ]),
      ),
    ).toBe("a\nb");
  });

  it("leaves out blocks that are empty or malformed", () => {
    expect(
      assistantTextOf(
        assistant([
          { type: "text", text: "" },
          { type: "text", text: "a" },
        ]),
      ),
    ).toBe("a");
    expect(
      assistantTextOf(assistant([{ type: "text" }, { type: "text", text: 5 }, null, "x", { type: "text", text: "a" }])),
    ).toBe("a");
  });

  it("may be the content itself", () => {
    expect(assistantTextOf(assistant("plain"))).toBe("plain");
  });

  it("is undefined where there is none", () => {
    expect(assistantTextOf(assistant([]))).toBeUndefined();
    expect(assistantTextOf(assistant([edit]))).toBeUndefined();
    expect(assistantTextOf(assistant([{ type: "text", text: "" }]))).toBeUndefined();
    expect(assistantTextOf(assistant(""))).toBeUndefined();
    expect(assistantTextOf(assistant(null))).toBeUndefined();
  });

  it("is undefined for other messages", () => {
    expect(assistantTextOf(user([{ type: "text", text: "a" }]))).toBeUndefined();
    expect(assistantTextOf({ type: "result", result: "a" })).toBeUndefined();
  });
});

describe("the tool uses of an assistant message", () => {
  it("are its tool_use blocks unchanged", () => {
    expect(toolUsesOf(assistant([{ type: "text", text: "a" }, edit, { ...edit, id: "toolu_124" }]))).toEqual([
      edit,
      { ...edit, id: "toolu_124" },
    ]);
    expect(toolUsesOf(JSON.stringify(assistant([edit])))).toEqual([edit]);
  });

  it("are none in any other message", () => {
    expect(toolUsesOf(user([edit]))).toEqual([]);
    expect(toolUsesOf(assistant("tool_use"))).toEqual([]);
  });
});

describe("the tool results of a user message", () => {
  it.each<[string, unknown, string]>([
    ["a string", "Tool execution successful", "Tool execution successful"],
    ["a list of text", [{ type: "text", text: "File edited successfully" }], "File edited successfully"],
    ["null", null, ""],
    ["absent", undefined, ""],
    ["an image", [{ type: "image", source: {} }], "[image]"],
  ])("are text for any content: %s", (_, content, text) => {
    expect(toolResultsOf(user([{ type: "tool_result", tool_use_id: "toolu_123", content }]))).toEqual([
      { toolUseId: "toolu_123", text, isError: false },
    ]);
  });

  it("are errors only if is_error is true", () => {
    const results = [true, false, undefined, "true"].map((is_error) => ({
      type: "tool_result",
      tool_use_id: "t",
      content: "",
      is_error,
    }));
    expect(toolResultsOf(user(results)).map((result) => result.isError)).toEqual([true, false, false, false]);
  });

  it("without an id have an empty one", () => {
    expect(toolResultsOf(user([{ type: "tool_result", content: "a" }]))).toEqual([
      { toolUseId: "", text: "a", isError: false },
    ]);
  });

  it("are none in any other message", () => {
    expect(toolResultsOf(assistant([{ type: "tool_result", tool_use_id: "t", content: "a" }]))).toEqual([]);
    expect(toolResultsOf(user("words"))).toEqual([]);
  });
});

describe("a doubly encoded result", () => {
  it("is decoded once", () => {
    const outer = JSON.parse('{"result":"\\"The actual text here\\""}') as { result: string };
    expect(decodeDoubleEncoded(outer.result)).toBe("The actual text here");
    expect(decodeDoubleEncoded('"\\"quoted\\""')).toBe('"quoted"');
    expect(decodeDoubleEncoded('""')).toBe("");
  });

  it("is recognized only if the whole text is a JSON string", () => {
    for (const text of [
      "",
      '"',
      "plain",
      '"half',
      'half"',
      '"a" and "b"',
      "5",
      "null",
      '["a"]',
      '{"a":1}',
      '"a\nb"',
      ' "a"',
      '"a" ',
    ]) {
      expect(decodeDoubleEncoded(text)).toBeUndefined();
    }
  });

  it("is decoded to any text that JSON.stringify encoded", () => {
    checkProperty(
      "double encoding",
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        expect(decodeDoubleEncoded(JSON.stringify(text))).toBe(text);
      }),
      scaleRuns(300),
    );
  });
});

describe("every helper", () => {
  const helpers = [sessionIdOf, assistantTextOf, toolUsesOf, toolResultsOf];

  it("accepts a line as text, with its line end, or a parsed message", () => {
    const message = assistant([{ type: "text", text: "a" }, edit]);
    for (const helper of helpers) {
      expect(helper(JSON.stringify(message))).toEqual(helper(message));
      expect(helper(`${JSON.stringify(message)}\r\n`)).toEqual(helper(message));
    }
  });

  it("returns nothing for a value that is not a message, and does not throw", () => {
    for (const line of ["", "no JSON", "null", "[]", "5", '"text"', "{", [], null as unknown as object, {}]) {
      expect(sessionIdOf(line)).toBeUndefined();
      expect(assistantTextOf(line)).toBeUndefined();
      expect(toolUsesOf(line)).toEqual([]);
      expect(toolResultsOf(line)).toEqual([]);
    }
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (const helper of helpers)
      helper(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":${deep}}]}}`);
  });

  it("does not throw for any JSON", () => {
    const block = fc.record(
      {
        type: fc.constantFrom("text", "tool_use", "tool_result"),
        text: fc.jsonValue(),
        content: fc.jsonValue(),
        tool_use_id: fc.jsonValue(),
      },
      { requiredKeys: ["type"] },
    );
    const message = fc.record({
      type: fc.constantFrom("assistant", "user", "new"),
      session_id: fc.jsonValue(),
      message: fc.oneof(
        fc.jsonValue(),
        fc.record({ content: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(block, fc.jsonValue()))) }),
      ),
    });
    checkProperty(
      "helpers",
      fc.property(message, (given) => {
        for (const helper of helpers) expect(() => helper(given)).not.toThrow();
      }),
      scaleRuns(100),
    );
  });
});
