import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { fill } from "../../src/cli/fill.ts";
import { helpOf, overview } from "../../src/cli/help.ts";
import { runCommand } from "../stats/io.ts";

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "" && word !== "\\");

describe.each(["", ...COMMANDS.map(({ name }) => name)])("the help of unspool %s", (name) => {
  it.each([40, 60, 80, 100])("is broken between words at %i columns, and says the same", async (columns) => {
    const words = name === "" ? ["--help"] : [name, "--help"];
    const { out } = await runCommand(words, { isTerminal: true, columns });
    const piped = await runCommand(words);
    expect(wordsOf(out)).toEqual(wordsOf(piped.out));
    // A word of a command line may be longer than the line.
    const tooLong = out.split("\n").filter((line) => line.length > columns && line.trim().includes(" "));
    expect(tooLong.filter((line) => !/['"]/.test(line))).toEqual([]);
  });
});

describe("the help in a pipe", () => {
  it("is as it is written, however long its lines are", async () => {
    const [run] = COMMANDS;
    expect((await runCommand(["run", "--help"], { columns: 40 })).out).toBe(helpOf(await run!.load()));
    expect((await runCommand(["--help"], { columns: 40 })).out).toBe(overview("0.0.0"));
  });
});

describe("a command line in the help", () => {
  it("that is broken can be copied into a shell", async () => {
    const { out } = await runCommand(["simulate", "--help"], { isTerminal: true, columns: 40 });
    const lines = out.slice(out.indexOf("Examples:")).split("\n");
    expect(lines).toContain("  unspool simulate -p hi \\");
    expect(lines).toContain('    \'{"fault":"no-result"}\' | unspool \\');
  });
});

describe("words that are filled into lines", () => {
  it("keep their margins, and a word that is too long has a line of its own", () => {
    expect(fill("one two three extraordinary", 9, "* ", "  ")).toEqual(["* one two", "  three", "  extraordinary"]);
  });
});
