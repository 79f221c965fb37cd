// The programs of the migration pages run, and the pages show their exact text.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scenario } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadRun } from "../../../fixtures/load.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bash = { tool: "Bash", input: { command: "rm -rf .", description: "Delete" }, asks: true };

/** Runs an example as a reader would, with a stand-in for `claude`. */
function run(name: string, scenario: Scenario, input = ""): string {
  const claude = fakeClaude({ scenario });
  onTestFinished(() => claude.cleanup());
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, "packages/cli/examples", name)], {
    encoding: "utf8",
    input,
    env: { ...process.env, UNSPOOL_CLAUDE: claude.path },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

describe("the examples", () => {
  test("from-claude-wire runs what claude-wire's client did", () => {
    const scenario: Scenario = {
      turns: [
        { prompt: "Say hello", replies: ["Hello."] },
        { prompt: "Say it in pieces", replies: ["Hel lo."] },
        {
          prompt: "List two colors",
          replies: [[{ tool: "StructuredOutput", input: { colors: ["red", "blue"] } }], "Done."],
        },
        { prompt: "Delete everything", replies: [[bash], "I could not."] },
        { prompt: "And now?", replies: ["Nothing."] },
      ],
    };
    expect(run("from-claude-wire.mjs", scenario).split("\n")).toEqual([
      "Hello. true true true",
      "Hel lo. (success)",
      "red and blue",
      "[ 'Bash' ]",
      "Nothing. true",
      "",
    ]);
  });

  test("from-claude-wire-parser reads a stream", () => {
    const recording = loadRun("recordings/2.1.325/two-agents").stdout.toString();
    const lines = run("from-claude-wire-parser.mjs", { turns: [] }, recording).trimEnd().split("\n");
    expect(lines.some((line) => line.startsWith("tool_use: Bash"))).toBe(true);
    expect(lines.slice(-3)).toEqual(["known", "File edited", 'The "actual" text']);
  });

  test("from-claude-wire-testing needs no process", () => {
    expect(run("from-claude-wire-testing.mjs", { turns: [] })).toBe("Hello.\nOne file. [ 'Bash succeeded' ]\n");
  });
});
