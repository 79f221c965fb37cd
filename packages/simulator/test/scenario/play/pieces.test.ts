import * as fc from "fast-check";
import { expect, test } from "vitest";

import { splitText, splitBlock } from "../../../src/scenario/play/pieces.ts";
import { fillPlaceholders } from "../../../src/scenario/play/placeholders.ts";
import { checkProperty, scaleRuns } from "../../../../../tools/testing/property.ts";

test("splits a text into pieces of twelve code points", () => {
  expect(splitText("alpha beta gamma")).toEqual(["alpha beta g", "amma"]);
  expect(splitText("👩‍👧x", 2)).toEqual(["👩‍", "👧x"]);
  expect(splitText("")).toEqual([]);
});

test("splits a tool's input into pieces of twenty code points of its JSON or raw input", () => {
  expect(splitBlock({ tool: "Bash", input: { command: "echo a-long-one" } })).toEqual([
    '{"command":"echo a-l',
    'ong-one"}',
  ]);
  expect(splitBlock({ tool: "Bash", input: {}, rawInput: '{ "a" :' })).toEqual(['{ "a" :']);
});

test("keeps the pieces of the scenario, and splits other blocks into none", () => {
  expect(splitBlock({ text: "abc", pieces: ["a", "", "bc"] })).toEqual(["a", "", "bc"]);
  expect(splitBlock({ thinking: "abc" }, 2)).toEqual(["ab", "c"]);
  expect(splitBlock({ block: { type: "redacted_thinking" } })).toEqual([]);
});

test("pieces join to the text and never split a code point", () => {
  checkProperty(
    "pieces join",
    fc.property(
      fc
        .array(fc.constantFrom("a", "é", "語", "👧", "\u200d", "\u2028", "\ud83d", "\udc67"))
        .map((points) => points.join("")),
      fc.integer({ min: 1, max: 20 }),
      (text, length) => {
        const pieces = splitText(text, length);
        return pieces.join("") === text && pieces.every((piece) => piece !== "" && Array.from(piece).length <= length);
      },
    ),
    scaleRuns(100),
  );
});

test("fills the workspace into every string", () => {
  const scenario = {
    turns: [{ replies: [[{ tool: "Read", input: { file_path: "${cwd}/a ${cwd}", n: [1, null, "${other}"] } }]] }],
  };
  expect(fillPlaceholders(scenario, { cwd: "/w$&" })).toEqual({
    turns: [{ replies: [[{ tool: "Read", input: { file_path: "/w$&/a /w$&", n: [1, null, "${other}"] } }]] }],
  });
});
