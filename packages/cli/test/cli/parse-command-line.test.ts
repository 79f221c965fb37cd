import { describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { parseCommandLine } from "../../src/cli/parse-command-line.ts";

const command = (more: Partial<Command> = {}): Command => ({
  name: "try",
  parameters: "[file…]",
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

describe("parseCommandLine", () => {
  it("accepts flags and positionals in any order", () => {
    const given = parseCommandLine(command(), ["x", "--json", "-o", "a", "y", "--output=b"]);
    expect(given.positionals).toEqual(["x", "y"]);
    expect(given.has("json")).toBe(true);
    expect(given.text("output")).toBe("b");
    expect(given.texts("output")).toEqual(["a", "b"]);
  });

  it("takes everything after -- as positionals", () => {
    expect(parseCommandLine(command(), ["--", "--json"]).positionals).toEqual(["--json"]);
  });

  it.each([
    [["--kind", "c"], '--kind takes one of a, b, not "c".'],
    [["--jsonn"], "Did you mean --json?"],
    [["--nothing-like-it"], "See: unspool try --help"],
    [["--output"], "Try: unspool try --help"],
  ])("rejects %j with what to do", (words, message) => {
    expect(() => parseCommandLine(command(), words)).toThrow(message);
  });

  it.each(["x", "", "1.5", "-1", "11"])("rejects %j as a number", (word) => {
    const given = parseCommandLine(command(), [`--size=${word}`]);
    expect(() => given.number("size", { isWhole: true, max: 10 })).toThrow(
      `--size takes a whole number from 0 up to 10, not "${word}".`,
    );
  });

  it("rejects a number that is not above the minimum, even after a space", () => {
    for (const words of [["--size", "-1"], ["--size=-1"], ["-s", "-1"]]) {
      expect(() => parseCommandLine(command(), words).number("size", { isAboveMin: true })).toThrow(
        '--size takes a number above 0, not "-1".',
      );
    }
    expect(() => parseCommandLine(command(), ["--size", "0"]).number("size", { isAboveMin: true })).toThrow(
      /above 0, not "0"/,
    );
    expect(parseCommandLine(command(), ["--size", "0.01"]).number("size", { isAboveMin: true })).toBe(0.01);
    expect(parseCommandLine(command(), ["--", "--size", "-1"]).positionals).toEqual(["--size", "-1"]);
  });

  it("reports a missing value in one line", () => {
    expect(() => parseCommandLine(command(), ["--size", "--json"])).toThrow(/^[^\n]+\. Try: unspool try --help$/);
  });

  it("rejects positionals if the command takes none", () => {
    const { parameters: _takes, ...bare } = command();
    expect(() => parseCommandLine(bare, ["x"])).toThrow('"unspool try" takes no arguments, only flags, but got "x".');
  });

  it("passes on everything from the first argument that is not a flag", () => {
    const rest = { passesRest: true };
    expect(parseCommandLine(command(rest), ["-o", "f", "--", "claude", "-o", "x"]).positionals).toEqual([
      "claude",
      "-o",
      "x",
    ]);
    expect(parseCommandLine(command(rest), ["-o", "f", "claude", "--json"]).positionals).toEqual(["claude", "--json"]);
    expect(parseCommandLine(command(rest), ["claude", "--", "x"]).positionals).toEqual(["claude", "--", "x"]);
  });

  it("passes on everything with passesAll", () => {
    expect(parseCommandLine(command({ passesAll: true }), ["-p", "--", "--json"]).positionals).toEqual([
      "-p",
      "--",
      "--json",
    ]);
  });
});
