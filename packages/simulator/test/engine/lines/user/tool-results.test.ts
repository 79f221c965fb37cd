// Results that the recordings do not show for each version: those derived from the call alone, and those that depend on
// earlier calls.

import { expect, test } from "vitest";
import { createIdentity } from "../../../../src/engine/identity.ts";
import { createLineBuilder } from "../../../../src/engine/lines/create-lines.ts";
import type { LineBuilder, ToolOutcome } from "../../../../src/engine/lines/lines.ts";
import type { Json } from "../../../../src/json.ts";

function createLines(version: string): LineBuilder {
  const sessionId = "00000000-0000-4000-8000-000000000000";
  return createLineBuilder({ version, sessionId, identity: createIdentity(1), hasPartials: false, cwd: "/ws" });
}

function buildResult(lines: LineBuilder, outcome: Partial<ToolOutcome>): Json | undefined {
  const whole = { toolUseId: "toolu_1", name: "Bash", input: {}, content: "", isError: false, ...outcome };
  return lines.toolResult(whole, undefined)["tool_use_result"];
}

test("uses the content of a file that was read when it is edited and written", () => {
  const lines = createLines("2.1.325");
  const path = { file_path: "/ws/a.txt" };
  buildResult(lines, { name: "Read", input: path, content: "1\tone\n2\ttwo\n3\tthree\n4\t" });
  const edited = buildResult(lines, { name: "Edit", input: { ...path, old_string: "two", new_string: "$&" } });
  expect(edited).toMatchObject({
    originalFile: "one\ntwo\nthree\n",
    structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+$&", " three"] }],
  });
  expect(edited).not.toHaveProperty("contentNotInModelContext");
  const written = buildResult(lines, { name: "Write", input: { ...path, content: "whole\n" } });
  expect(written).toMatchObject({ type: "update", originalFile: "one\n$&\nthree\n" });
});

test("limits a patch to three lines of context around a change", () => {
  const lines = createLines("2.1.74");
  const path = { file_path: "/ws/n.txt" };
  const numbers = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");
  buildResult(lines, { name: "Write", input: { ...path, content: `${numbers}\n` } });
  const edited = buildResult(lines, { name: "Edit", input: { ...path, old_string: "line 10\n", new_string: "ten\n" } });
  expect(edited).toMatchObject({ structuredPatch: [{ oldStart: 7, oldLines: 7, newStart: 7, newLines: 7 }] });
});

test("writes an empty patch for an edit that changes nothing", () => {
  const input = { file_path: "/ws/a.txt", old_string: "same", new_string: "same" };
  expect(buildResult(createLines("2.1.200"), { name: "Edit", input })).toMatchObject({ structuredPatch: [] });
});

test("writes the old and the new list for TodoWrite", () => {
  const lines = createLines("2.1.74");
  const first = [{ content: "Do", status: "pending", activeForm: "Doing" }];
  buildResult(lines, { name: "TodoWrite", input: { todos: first } });
  expect(buildResult(lines, { name: "TodoWrite", input: { todos: [] } })).toMatchObject({
    oldTodos: first,
    newTodos: [],
  });
});

test("replaces the empty output of a shell by a notice from 2.1.74 on", () => {
  const quiet = { toolUseId: "toolu_1", name: "Bash", input: { command: "true" }, content: "", isError: false };
  const contents = ["2.0.76", "2.1.74"].map((version) => {
    const { message } = createLines(version).toolResult(quiet, undefined) as {
      message: { content: [{ content: string }] };
    };
    return message.content[0].content;
  });
  expect(contents).toEqual(["", "(Bash completed with no output)"]);
});

test("keeps the structured result of a scenario", () => {
  expect(buildResult(createLines("2.1.325"), { content: "hi", structured: { own: true } })).toEqual({ own: true });
});

test("returns the text of an unknown tool", () => {
  expect(buildResult(createLines("2.1.325"), { name: "Unheard", content: [{ type: "text", text: "hm" }] })).toBe("hm");
});

test("returns the content of an MCP tool", () => {
  const content = [{ type: "text", text: "3" }];
  expect(buildResult(createLines("2.1.325"), { name: "mcp__sums__add", content })).toEqual(content);
});

test("writes no structured result in 1.0.128", () => {
  expect(buildResult(createLines("1.0.128"), { content: "hi" })).toBeUndefined();
});
