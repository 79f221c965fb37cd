import { describe, expect, it } from "vitest";
import { load } from "./scripts.ts";

const { readArguments } = await load("arguments");
const { hasColours } = await load("paint");

describe("the arguments of npm start", () => {
  it.each([
    [[], { path: undefined, speed: undefined }],
    [["a.ndjson"], { path: "a.ndjson", speed: undefined }],
    [["--speed", "4"], { path: undefined, speed: 4 }],
    [["--speed=0.5", "a b.ndjson"], { path: "a b.ndjson", speed: 0.5 }],
    [["a.ndjson", "--speed", "0"], { path: "a.ndjson", speed: 0 }],
    [["--", "--speed"], { path: "--speed", speed: undefined }],
    [["--help"], { isHelp: true }],
  ])("%j is %j", (words, request) => {
    expect(readArguments(words)).toEqual(request);
  });

  it.each([
    [["--sped", "4"], 'There is no option "--sped"'],
    [["--speed"], "not nothing"],
    [["--speed", "fast"], 'not "fast"'],
    [["--speed", "-1"], 'not "-1"'],
    [["--speed", "1e999"], 'not "1e999"'],
    [["--speed", ""], 'not ""'],
    [["a", "b"], 'got "a" and "b"'],
    [["--\u001b[31m"], '"--\\u001b[31m"'],
  ])("%j is refused in one sentence", (words, part) => {
    expect(() => readArguments(words)).toThrow(part);
    expect(() => readArguments(words)).toThrow(/^[^\n]+\.$/);
  });
});

describe("colours", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [false, { FORCE_COLOR: "3", NO_COLOR: "1" }, true],
    [true, { TERM: "dumb" }, false],
  ])("terminal %s with %j: %s", (isTerminal, environment, isColoured) => {
    expect(hasColours(isTerminal, environment)).toBe(isColoured);
  });
});
