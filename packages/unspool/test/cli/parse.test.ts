import { describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { nearest } from "../../src/cli/nearest.ts";
import { parse } from "../../src/cli/parse.ts";

const command = (more: Partial<Command> = {}): Command => ({
  name: "try",
  takes: "[file…]",
  summary: "",
  flags: [
    { name: "json", help: "" },
    { name: "output", short: "o", value: "file", help: "" },
    { name: "size", short: "s", value: "number", help: "" },
    { name: "kind", value: "kind", choices: ["a", "b"], help: "" },
  ],
  examples: [],
  run: async () => 0,
  ...more,
});

describe("the words of a command line", () => {
  it("are flags and others, in any order", () => {
    const given = parse(command(), ["x", "--json", "-o", "a", "y", "--output=b"]);
    expect(given.words).toEqual(["x", "y"]);
    expect(given.has("json")).toBe(true);
    expect(given.text("output")).toBe("b");
    expect(given.texts("output")).toEqual(["a", "b"]);
  });

  it("are all words behind --", () => {
    expect(parse(command(), ["--", "--json"]).words).toEqual(["--json"]);
  });

  it.each([
    [["--kind", "c"], '--kind takes a, b, and not "c".'],
    [["--jsonn"], "Did you mean --json?"],
    [["--nothing-like-it"], "See: unspool try --help"],
    [["--output"], "Try: unspool try --help"],
  ])("%j are refused with what to do", (words, message) => {
    expect(() => parse(command(), words)).toThrow(message);
  });

  it.each(["x", "", "1.5", "-1", "11"])("that should be a number and are %j are refused", (word) => {
    const given = parse(command(), [`--size=${word}`]);
    expect(() => given.number("size", { isWhole: true, max: 10 })).toThrow(
      `--size takes a whole number from 0 up to 10, and not "${word}".`,
    );
  });

  it("that should be above something are refused where they are not, in one sentence, also behind a space", () => {
    for (const words of [["--size", "-1"], ["--size=-1"], ["-s", "-1"]]) {
      expect(() => parse(command(), words).number("size", { isAboveMin: true })).toThrow(
        '--size takes a number above 0, and not "-1".',
      );
    }
    expect(() => parse(command(), ["--size", "0"]).number("size", { isAboveMin: true })).toThrow(
      /above 0, and not "0"/,
    );
    expect(parse(command(), ["--size", "0.01"]).number("size", { isAboveMin: true })).toBe(0.01);
    expect(parse(command(), ["--", "--size", "-1"]).words).toEqual(["--size", "-1"]);
  });

  it("that lack a value are told so in one line", () => {
    expect(() => parse(command(), ["--size", "--json"])).toThrow(/^[^\n]+\. Try: unspool try --help$/);
  });

  it("are refused where a command takes none", () => {
    const { takes: _takes, ...bare } = command();
    expect(() => parse(bare, ["x"])).toThrow('"unspool try" takes nothing but flags, and "x" is none.');
  });

  it("are another program's from the first that is no flag of ours", () => {
    const rest = { passesRest: true };
    expect(parse(command(rest), ["-o", "f", "--", "claude", "-o", "x"]).words).toEqual(["claude", "-o", "x"]);
    expect(parse(command(rest), ["-o", "f", "claude", "--json"]).words).toEqual(["claude", "--json"]);
    expect(parse(command(rest), ["claude", "--", "x"]).words).toEqual(["claude", "--", "x"]);
  });

  it("are all another program's where a command says so", () => {
    expect(parse(command({ passesAll: true }), ["-p", "--", "--json"]).words).toEqual(["-p", "--", "--json"]);
  });
});

describe("the name that was meant", () => {
  const names = ["events", "export", "run", "stats"];
  it.each([
    ["event", "events"],
    ["evetns", "events"],
    ["exprot", "export"],
    ["rnu", "run"],
    ["x", undefined],
    ["statistics", undefined],
  ])("by %s is %s", (given, meant) => {
    expect(nearest(given, names)).toBe(meant);
  });
});
