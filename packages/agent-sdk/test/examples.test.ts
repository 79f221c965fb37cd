// The README's example, run as a reader would run it: the built package and a simulated `claude`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";

test("a program of the official SDK runs with only its import changed", () => {
  const claude = fakeClaude({
    scenario: { turns: [{ replies: [[{ tool: "mcp__sums__add", input: { a: 2, b: 3 }, asks: true }], "It is 5."] }] },
  });
  onTestFinished(() => claude.cleanup());
  const program = fileURLToPath(new URL("../examples/agent-sdk.mjs", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    encoding: "utf8",
    env: { ...process.env, UNSPOOL_CLAUDE: claude.path },
  });
  expect({ stdout, stderr, status }).toEqual({ stdout: "It is 5.\n", stderr: "", status: 0 });
});
