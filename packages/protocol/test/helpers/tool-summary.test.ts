import { describe, expect, it } from "vitest";
import { isKnownBlock, startsAgent, summarizeToolCall } from "../../src/index.ts";
import type { ContentBlock, TextBlock } from "../../src/wire/types.ts";

describe("the summary of a tool call", () => {
  it.each([
    ["Read", { file_path: "/w/src/a.ts", offset: 2 }, "Read", "src/a.ts"],
    ["Read", { file_path: "/w/../secret" }, "Read", "/w/../secret"],
    ["Bash", { description: "List files", command: "ls -l\n  | head" }, "Bash", "ls -l | head"],
    ["Task", { prompt: "Count all lines", description: "Count lines" }, "Task", "Count lines"],
    ["mcp__github__get_issue", { number: 7 }, "github get_issue", '{"number":7}'],
    ["TodoWrite", { todos: [{}] }, "TodoWrite", "1 item"],
    ["AskUserQuestion", { questions: [{ question: "Which one?" }] }, "AskUserQuestion", "Which one?"],
    ["ListAgents", {}, "ListAgents", ""],
    ["Odd", ["a"], "Odd", '["a"]'],
    ["Bash", null, "Bash", "(cut off)"],
    ["", undefined, "a tool", ""],
  ])("%s %j", (name, input, title, detail) => {
    expect(summarizeToolCall(name, input, "/w")).toEqual({ title, detail });
  });

  it("does not throw for deeply nested input", () => {
    let deep: [] | [unknown] = [];
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(summarizeToolCall("Odd", deep as never).detail).toHaveLength(40_002);
  });

  it("recognizes the tools that start an agent", () => {
    expect(["Agent", "Task", "agent", "Read"].map(startsAgent)).toEqual([true, true, true, false]);
  });
});

describe("isKnownBlock", () => {
  it("lets a test on `type` narrow a block", () => {
    const blocks: ContentBlock[] = [{ type: "text", text: "Hello" }, { type: "hologram" }];
    const texts: TextBlock[] = [];
    for (const block of blocks) if (isKnownBlock(block) && block.type === "text") texts.push(block);
    expect(texts).toEqual([{ type: "text", text: "Hello" }]);
  });
});
