// What the recordings cannot show for each version: results made from the call alone, and what later calls know of
// earlier ones.

import { expect, test } from "vitest";
import { createIdentity } from "../../../../src/engine/identity.ts";
import { createLineBuilder } from "../../../../src/engine/lines/create-lines.ts";
import type { LineBuilder, ToolOutcome } from "../../../../src/engine/lines/lines.ts";
import type { Json } from "../../../../src/json.ts";

function linesOf(version: string): LineBuilder {
  const sessionId = "00000000-0000-4000-8000-000000000000";
  return createLineBuilder({ version, sessionId, identity: createIdentity(1), hasPartials: false, cwd: "/ws" });
}

function resultOf(lines: LineBuilder, outcome: Partial<ToolOutcome>): Json | undefined {
  const whole = { toolUseId: "toolu_1", name: "Bash", input: {}, content: "", isError: false, ...outcome };
  return lines.toolResult(whole, undefined)["tool_use_result"];
}

test("a file that was read is known when it is edited and written", () => {
  const lines = linesOf("2.1.325");
  const path = { file_path: "/ws/a.txt" };
  resultOf(lines, { name: "Read", input: path, content: "1\tone\n2\ttwo\n3\tthree\n4\t" });
  const edited = resultOf(lines, { name: "Edit", input: { ...path, old_string: "two", new_string: "$&" } });
  expect(edited).toMatchObject({
    originalFile: "one\ntwo\nthree\n",
    structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+$&", " three"] }],
  });
  expect(edited).not.toHaveProperty("contentNotInModelContext");
  const written = resultOf(lines, { name: "Write", input: { ...path, content: "whole\n" } });
  expect(written).toMatchObject({ type: "update", originalFile: "one\n$&\nthree\n" });
});

test("a patch shows no more than three lines around a change", () => {
  const lines = linesOf("2.1.74");
  const path = { file_path: "/ws/n.txt" };
  const numbers = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");
  resultOf(lines, { name: "Write", input: { ...path, content: `${numbers}\n` } });
  const edited = resultOf(lines, { name: "Edit", input: { ...path, old_string: "line 10\n", new_string: "ten\n" } });
  expect(edited).toMatchObject({ structuredPatch: [{ oldStart: 7, oldLines: 7, newStart: 7, newLines: 7 }] });
});

test("an edit that changes nothing has an empty patch", () => {
  const input = { file_path: "/ws/a.txt", old_string: "same", new_string: "same" };
  expect(resultOf(linesOf("2.1.200"), { name: "Edit", input })).toMatchObject({ structuredPatch: [] });
});

test("the result of TodoWrite has the old and the new list", () => {
  const lines = linesOf("2.1.74");
  const first = [{ content: "Do", status: "pending", activeForm: "Doing" }];
  resultOf(lines, { name: "TodoWrite", input: { todos: first } });
  expect(resultOf(lines, { name: "TodoWrite", input: { todos: [] } })).toMatchObject({ oldTodos: first, newTodos: [] });
});

test("a shell that printed nothing gets a notice from 2.1.74 on", () => {
  const quiet = { toolUseId: "toolu_1", name: "Bash", input: { command: "true" }, content: "", isError: false };
  const contents = ["2.0.76", "2.1.74"].map((version) => {
    const { message } = linesOf(version).toolResult(quiet, undefined) as {
      message: { content: [{ content: string }] };
    };
    return message.content[0].content;
  });
  expect(contents).toEqual(["", "(Bash completed with no output)"]);
});

test("what a scenario gives as the structured result is kept", () => {
  expect(resultOf(linesOf("2.1.325"), { content: "hi", structured: { own: true } })).toEqual({ own: true });
});

test("an unknown tool returns its text", () => {
  expect(resultOf(linesOf("2.1.325"), { name: "Unheard", content: [{ type: "text", text: "hm" }] })).toBe("hm");
});

test("an MCP tool returns its content", () => {
  const content = [{ type: "text", text: "3" }];
  expect(resultOf(linesOf("2.1.325"), { name: "mcp__sums__add", content })).toEqual(content);
});

test("1.0.128 keeps the structured result to itself", () => {
  expect(resultOf(linesOf("1.0.128"), { content: "hi" })).toBeUndefined();
});
