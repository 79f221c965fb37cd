import { describe, expect, it } from "vitest";
import { loadCommand } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/command-table.ts";
import { fill } from "../../src/cli/fill.ts";
import { formatHelp, formatOverview } from "../../src/cli/help.ts";
import { runCommand } from "../run-command.ts";

const splitWords = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word !== "" && word !== "\\");

describe.each(["", ...COMMANDS.map(({ name }) => name)])("the help of unspool %s", (name) => {
  it.each([40, 60, 80, 100])("is wrapped between words at %i columns without changing its text", async (columns) => {
    const words = name === "" ? ["--help"] : [name, "--help"];
    const { out } = await runCommand(words, { isTerminal: true, columns });
    const piped = await runCommand(words);
    expect(splitWords(out)).toEqual(splitWords(piped.out));
    // A word of a command line may be longer than the line.
    const tooLong = out.split("\n").filter((line) => line.length > columns && line.trim().includes(" "));
    expect(tooLong.filter((line) => !/['"]/.test(line))).toEqual([]);
  });
});

describe("the help in a pipe", () => {
  it("is not wrapped", async () => {
    const [run] = COMMANDS;
    expect((await runCommand(["run", "--help"], { columns: 40 })).out).toBe(formatHelp(await loadCommand(run!)));
    expect((await runCommand(["--help"], { columns: 40 })).out).toBe(formatOverview(COMMANDS, "0.0.0"));
  });
});

describe("a command line in the help", () => {
  it("can be pasted into a shell after wrapping", async () => {
    const { out } = await runCommand(["simulate", "--help"], { isTerminal: true, columns: 40 });
    const lines = out.slice(out.indexOf("Examples:")).split("\n");
    expect(lines).toContain("  unspool simulate -p hi \\");
    expect(lines).toContain('    \'{"fault":"no-result"}\' | unspool \\');
  });
});

describe("fill", () => {
  it("keeps the margins, and puts a long word on its own line", () => {
    expect(fill("one two three extraordinary", 9, "* ", "  ")).toEqual(["* one two", "  three", "  extraordinary"]);
  });
});
