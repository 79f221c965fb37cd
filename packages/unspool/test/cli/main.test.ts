import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { unspool } from "../process.ts";

describe("unspool", () => {
  it("lists every command, and tells the exit codes", async () => {
    const { stdout, stderr, code } = await unspool(["--help"]);
    for (const { name, summary } of COMMANDS) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* {2}${summary}$`, "m"));
    }
    expect(stdout).toContain("4 no claude, 130 interrupted");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("says the same without any word", async () => {
    const [bare, asked] = await Promise.all([unspool([]), unspool(["--help"])]);
    expect(bare.stdout).toBe(asked.stdout);
  });

  it("tells its version", async () => {
    expect((await unspool(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("names the command that was probably meant, in one sentence", async () => {
    const { stdout, stderr, code } = await unspool(["chekc"]);
    expect({ stdout, stderr, code }).toEqual({
      stdout: "",
      stderr: 'unspool: There is no command "chekc". Did you mean: unspool check?\n',
      code: 2,
    });
  });

  it("names the flag that was probably meant", async () => {
    const { stderr, code } = await unspool(["check", "--jsno", "x"]);
    expect({ stderr, code }).toEqual({
      stderr: 'unspool: There is no flag --jsno for "unspool check". Did you mean --json?\n',
      code: 2,
    });
  });

  it("keeps control sequences of what was typed away from the terminal", async () => {
    const { stderr } = await unspool(["\u001B]0;owned\u0007x"]);
    expect(stderr).toBe('unspool: There is no command "x". See: unspool --help\n');
  });

  it("tells where an error came from when it is asked to", async () => {
    const { stderr } = await unspool(["check", "nowhere.ndjson"], { env: { UNSPOOL_DEBUG: "1" } });
    expect(stderr).toMatch(/^unspool: There is no file nowhere\.ndjson\.\n.*\n\s+at /);
  });
});

describe.each(COMMANDS.map(({ name }) => name))("unspool %s --help", (name) => {
  it("tells what it takes, its flags and examples that begin with a known command", async () => {
    const entry = COMMANDS.find((command) => command.name === name);
    const { stdout, stderr, code } = await unspool([name, "--help"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout.startsWith(`unspool ${name}: ${entry?.summary}\n\nUsage: unspool ${name}`)).toBe(true);
    const examples = stdout.split("Examples:\n")[1] ?? "";
    expect(examples).toContain(`unspool ${name}`);
    expect(await unspool(["help", name])).toMatchObject({ stdout });
  });
});
