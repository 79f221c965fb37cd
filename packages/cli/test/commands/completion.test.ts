// Completions, tested in the shells that are installed. bash is installed wherever the suite runs.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/command-table.ts";
import { temporaryFolder, unspool } from "../process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function scriptFor(shell: string): Promise<string> {
  const path = join(folder.path, `unspool.${shell}`);
  const { stdout, stderr, code } = await unspool(["completion", shell]);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  writeFileSync(path, stdout);
  return path;
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

describe.runIf(isInstalled("bash"))("completion in bash", () => {
  /** Returns what bash offers for the last of these words. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _unspool; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const run = spawnSync("bash", ["--norc", "-c", script, "bash", await scriptFor("bash"), "unspool", ...words], {
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    return run.stdout.split("\n").filter((line) => line !== "");
  }

  it("offers all commands, and those that start with the typed text", async () => {
    expect(await offered("")).toEqual([...COMMANDS.map(({ name }) => name), "help", "--help", "--version"]);
    expect(await offered("se")).toEqual(["sessions"]);
  });

  it("offers the flags of a command", async () => {
    expect(await offered("events", "--t")).toEqual(["--type", "--text"]);
  });

  it("offers the values of a flag, and files for other flags", async () => {
    expect(await offered("sessions", "--role", "")).toEqual(["user", "assistant", "tool"]);
    expect(await offered("sessions", "--limit", "")).toEqual([]);
  });

  it("offers the values of an argument", async () => {
    expect(await offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await offered("stub", "two-")).toEqual(["two-agents", "two-agents-plain"]);
    expect(await offered("help", "do")).toEqual(["doctor"]);
  });

  it("offers nothing after --", async () => {
    expect(await offered("record", "--", "--")).toEqual([]);
  });
});

describe.runIf(isInstalled("zsh"))("completion in zsh", () => {
  it("is a script that zsh reads and registers", async () => {
    const script = 'autoload -U compinit; compinit -u -d "$2"; source "$1"; print -r -- "${_comps[unspool]}"';
    const run = spawnSync("zsh", ["-f", "-c", script, "zsh", await scriptFor("zsh"), join(folder.path, "dump")], {
      encoding: "utf8",
    });
    expect({ stdout: run.stdout, stderr: run.stderr }).toEqual({ stdout: "_unspool\n", stderr: "" });
  });
});

describe.runIf(isInstalled("fish"))("completion in fish", () => {
  it("offers commands, flags and their values", async () => {
    const script =
      'source $argv[1]; complete -C "unspool se"; complete -C "unspool events --ty"; complete -C "unspool sessions --role "';
    const run = spawnSync("fish", ["--no-config", "-c", script, await scriptFor("fish")], {
      encoding: "utf8",
      env: { ...process.env, HOME: folder.path },
    });
    expect(run.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
      "sessions",
      "--type",
      "assistant",
      "user",
      "",
    ]);
  });
});

describe("unspool completion", () => {
  it("rejects a missing or an unknown shell", async () => {
    for (const args of [["completion"], ["completion", "tcsh"]]) {
      const sentence = "Give one shell of bash, zsh, fish: unspool completion bash";
      expect(await unspool(args)).toMatchObject({ stdout: "", stderr: `unspool: ${sentence}\n`, code: 2 });
    }
  });
});
