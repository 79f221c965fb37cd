// Runs the examples that the README shows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadRun } from "../../../fixtures/load.ts";
import type { Scenario } from "../src/scenario/types.ts";
import { fakeClaude } from "../src/testing/fake-claude.ts";

/** Runs an example as a reader would, on the compiled package. */
function run(name: string, input = ""): string {
  const program = join(import.meta.dirname, "../examples", name);
  const folder = mkdtempSync(join(tmpdir(), "unspool-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    input,
    encoding: "utf8",
    env: { ...process.env, UNSPOOL_STATE_DIR: folder },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

describe("the examples", () => {
  it("executable.mjs runs a fake claude on the PATH", () => {
    expect(run("executable.mjs")).toMatchInlineSnapshot(`
      "msg-1 All green.
      started with [ '-p', 'Run the tests' ]
      "
    `);
  });

  it("in-process.mjs runs simulate()", () => {
    expect(run("in-process.mjs")).toMatchInlineSnapshot(`
      "tool-result a.txt
      turn-end One file.
      { code: 0, signal: null }
      "
    `);
  });

  it("your-program.mjs tests a program with the client in process", () => {
    expect(run("your-program.mjs")).toMatchInlineSnapshot(`
      "turn-failed
      process-ended
      budget-exceeded
      One. Two.
      One. One.
      "
    `);
  });

  it("your-process.mjs tests a program with the client and a fake claude", () => {
    expect(run("your-process.mjs")).toMatchInlineSnapshot(`
      "Hello! How can I help?
      true
      Say hello
      "
    `);
  });

  it("builder.mjs builds a scenario in code", () => {
    expect(run("builder.mjs")).toMatchInlineSnapshot(`
      "task-end completed
      turn-end East is done.
      retry 529
      retry 529
      turn-end After two retries.
      retry null
      turn-end Broken, then repeated.
      turn-end I have nothing more to say.
      "
    `);
  });

  it("from-recording.mjs derives a scenario from a recording", () => {
    const recording = loadRun("recordings/2.1.325/two-agents").stdout.toString();
    const scenario = JSON.parse(run("from-recording.mjs", recording)) as Scenario;
    const claude = fakeClaude({ scenario });
    onTestFinished(() => claude.cleanup());
    const args = ["-p", "--output-format", "json", "hi"];
    const { stdout } = spawnSync(claude.path, args, { env: {}, input: "", encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ type: "result", result: "Both reported." });
  });

  it("model-stub.mjs starts a stand-in Messages API", () => {
    expect(run("model-stub.mjs")).toMatchInlineSnapshot(`
      "{ type: 'text', text: 'Hello.' }
      for a real CLI: [
        'ANTHROPIC_BASE_URL',
        'ANTHROPIC_API_KEY',
        'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
        'DISABLE_AUTOUPDATER',
        'DISABLE_TELEMETRY',
        'IS_SANDBOX'
      ]
      served: [ '2 blocks, whole' ]
      "
    `);
  });
});
