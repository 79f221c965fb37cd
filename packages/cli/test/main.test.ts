import { describe, expect, it } from "vitest";
import { COMMANDS } from "../src/command-table.ts";
import { unspool } from "./process.ts";

describe("unspool", () => {
  it("lists every command and the exit codes", async () => {
    const { stdout, stderr, code } = await unspool(["--help"]);
    for (const { name, summary } of COMMANDS) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* {2}${summary}$`, "m"));
    }
    expect(stdout).toContain("4 no claude, 130 interrupted");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("prints the overview without arguments, too", async () => {
    const [bare, asked] = await Promise.all([unspool([]), unspool(["--help"])]);
    expect(bare.stdout).toBe(asked.stdout);
  });

  it("prints its version", async () => {
    expect((await unspool(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("suggests the nearest command in one sentence", async () => {
    const { stdout, stderr, code } = await unspool(["chekc"]);
    expect({ stdout, stderr, code }).toEqual({
      stdout: "",
      stderr: 'unspool: There is no command "chekc". Did you mean: unspool check?\n',
      code: 2,
    });
  });

  it("suggests the nearest flag", async () => {
    const { stderr, code } = await unspool(["check", "--jsno", "x"]);
    expect({ stderr, code }).toEqual({
      stderr: 'unspool: There is no flag --jsno for "unspool check". Did you mean --json?\n',
      code: 2,
    });
  });

  it("removes control sequences of arguments from errors", async () => {
    const { stderr } = await unspool(["\u001B]0;owned\u0007x"]);
    expect(stderr).toBe('unspool: There is no command "x". See: unspool --help\n');
  });

  it("prints the stack with UNSPOOL_DEBUG", async () => {
    const { stderr } = await unspool(["check", "nowhere.ndjson"], { env: { UNSPOOL_DEBUG: "1" } });
    expect(stderr).toMatch(/^unspool: There is no file nowhere\.ndjson\.\n.*\n\s+at /);
  });
});

describe.each(COMMANDS.map(({ name }) => name))("unspool %s --help", (name) => {
  it("lists its arguments, its flags, and examples that start with a known command", async () => {
    const entry = COMMANDS.find((command) => command.name === name);
    const { stdout, stderr, code } = await unspool([name, "--help"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout.startsWith(`unspool ${name}: ${entry?.summary}\n\nUsage: unspool ${name}`)).toBe(true);
    const examples = stdout.split("Examples:\n")[1] ?? "";
    expect(examples).toContain(`unspool ${name}`);
    expect(await unspool(["help", name])).toMatchObject({ stdout });
  });
});
