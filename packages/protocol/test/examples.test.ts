// The examples in the documentation run, and the documentation shows them unchanged.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadRun, writeStdout } from "../../../fixtures/load.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const recording = "recordings/2.1.325/two-agents";

/** Runs an example as a user would, with a recording on its stdin. */
function run(name: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, "packages/protocol/examples", name), ...args],
    {
      input: loadRun(recording).stdout,
      encoding: "utf8",
    },
  );
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

describe("the examples", () => {
  it("quick-start prints a stream as it arrives", () => {
    expect(run("quick-start.mjs").split("\n").at(-2)).toMatch(/^success: \$0\.\d{4}, \d+ ms$/);
    expect(run("quick-start.mjs")).toContain("→ toolu_0001 calls Bash { command: 'echo east', description: 'look' }");
  });

  it("session-state folds a stream into a state", () => {
    expect(run("session-state.mjs")).toMatchInlineSnapshot(`
      "starting → running
      running → idle
      said: Both reported.
      tools: 4 called, 0 still open
      agents: east, west
      cost: $0.0027
      "
    `);
  });

  it("encode writes lines", () => {
    const lines = run("encode.mjs").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      "control_request",
      "user",
      "user",
      "control_response",
      "control_response",
      "user",
      "control_request",
    ]);
  });

  it("drive starts a CLI, answers its permission request and stops it", () => {
    // The fake CLI must be found as `claude` through PATH alone.
    const folder = mkdtempSync(join(tmpdir(), "unspool-drive-"));
    try {
      const standIn = join(import.meta.dirname, "fake-cli/claude.mjs");
      writeFileSync(join(folder, "claude"), `#!/bin/sh\nexec "${process.execPath}" "${standIn}"\n`, { mode: 0o755 });
      const { stdout, status } = spawnSync(
        process.execPath,
        [join(root, "packages/protocol/examples/drive.mjs"), "hi"],
        {
          env: { PATH: folder },
          encoding: "utf8",
        },
      );
      expect({ stdout, status }).toEqual({ stdout: "No shell here\n", status: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("web-stream decodes a response", () => {
    const folder = mkdtempSync(join(tmpdir(), "unspool-web-"));
    try {
      expect(run("web-stream.mjs", writeStdout(recording, folder))).toBe("Sending two.\nBoth reported.\n");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
