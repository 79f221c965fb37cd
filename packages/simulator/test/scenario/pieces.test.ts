import * as fc from "fast-check";
import { expect, test } from "vitest";

import { piecesOf, piecesOfBlock } from "../../src/scenario/pieces.ts";
import { fillPlaces } from "../../src/scenario/places.ts";
import { check } from "../laws.ts";

test("a text is cut into twelve code points", () => {
  expect(piecesOf("alpha beta gamma")).toEqual(["alpha beta g", "amma"]);
  expect(piecesOf("👩‍👧x", 2)).toEqual(["👩‍", "👧x"]);
  expect(piecesOf("")).toEqual([]);
});

test("a tool's input is cut into twenty code points of its JSON, or of the bytes given", () => {
  expect(piecesOfBlock({ tool: "Bash", input: { command: "echo a-long-one" } })).toEqual([
    '{"command":"echo a-l',
    'ong-one"}',
  ]);
  expect(piecesOfBlock({ tool: "Bash", input: {}, rawInput: '{ "a" :' })).toEqual(['{ "a" :']);
});

test("pieces that are given are kept, and other blocks have none", () => {
  expect(piecesOfBlock({ text: "abc", pieces: ["a", "", "bc"] })).toEqual(["a", "", "bc"]);
  expect(piecesOfBlock({ thinking: "abc" }, 2)).toEqual(["ab", "c"]);
  expect(piecesOfBlock({ block: { type: "redacted_thinking" } })).toEqual([]);
});

test("pieces join to the text, and none is cut inside a code point", async () => {
  await check(
    "pieces join",
    fc.property(
      fc
        .array(fc.constantFrom("a", "é", "語", "👧", "\u200d", "\u2028", "\ud83d", "\udc67"))
        .map((points) => points.join("")),
      fc.integer({ min: 1, max: 20 }),
      (text, length) => {
        const pieces = piecesOf(text, length);
        return pieces.join("") === text && pieces.every((piece) => piece !== "" && Array.from(piece).length <= length);
      },
    ),
  );
});

test("the workspace is filled into every string", () => {
  const scenario = {
    turns: [{ replies: [[{ tool: "Read", input: { file_path: "${cwd}/a ${cwd}", n: [1, null, "${other}"] } }]] }],
  };
  expect(fillPlaces(scenario, { cwd: "/w$&" })).toEqual({
    turns: [{ replies: [[{ tool: "Read", input: { file_path: "/w$&/a /w$&", n: [1, null, "${other}"] } }]] }],
  });
});
