// Runs the README's examples on the compiled package with a fake claude.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say, scenario, type Scenario } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { describe, expect, it, onTestFinished } from "vitest";

function run(name: string, plays: Scenario): string {
  const claude = fakeClaude({ scenario: plays });
  const folder = mkdtempSync(join(tmpdir(), "unspool-example-"));
  onTestFinished(() => {
    claude.cleanup();
    rmSync(folder, { recursive: true, force: true });
  });
  const program = join(import.meta.dirname, "../examples", name);
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, UNSPOOL_CLAUDE: claude.path, UNSPOOL_STATE_DIR: folder },
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

describe("the examples", () => {
  it("ask.mjs prints its result", () => {
    const plays = scenario("ask")
      .turn("Fix the failing test", say.tool("Edit", {}, "done"), say.text("Fixed."))
      .turn("Explain recursion", say.text("See recursion."));
    expect(run("ask.mjs", plays)).toMatchInlineSnapshot(`
      "Fixed. 0.0004 1
      See recursion."
    `);
  });

  it("session.mjs prints its result", () => {
    const plays = scenario("session")
      .turn(say.text("Read."))
      .turn(say.text("Refactored."))
      .turn(say.text("Summary."))
      .turn(say.text("Another way."));
    expect(run("session.mjs", plays)).toMatchInlineSnapshot(`
      "1 Read. Refactored.
      Summary.
      "
    `);
  });

  it("data.mjs prints its result", () => {
    const plays = scenario("data").turn(
      say.tool("StructuredOutput", { name: "Homer", century: -8 }, "Structured output provided successfully"),
      say.text("Homer."),
    );
    expect(run("data.mjs", plays)).toMatchInlineSnapshot(`
      "Homer -8
      "
    `);
  });

  it("image.mjs prints its result", () => {
    expect(run("image.mjs", scenario("image").turn(say.text("Two colours.")))).toMatchInlineSnapshot(`
      "Two colours.
      "
    `);
  });

  it("failure.mjs prints its result", () => {
    const plays = scenario("failure").turn(say.error(400, { message: "too odd" }));
    expect(run("failure.mjs", plays)).toMatchInlineSnapshot(`
      "turn-failed  0 0
      turn-failed
      "
    `);
  });

  it("many.mjs prints its result", () => {
    const plays = scenario("many")
      .turn({ contains: "Review" }, say.text("Fine."))
      .turn({ contains: "Analyse" }, say.text("It checks a token."))
      .turn({ contains: "Summarise" }, say.text("Tokens are checked."));
    expect(run("many.mjs", plays)).toMatchInlineSnapshot(`
      "a.ts Fine.
      b.ts Fine.
      c.ts Fine.
      Tokens are checked. 0.0004
      "
    `);
  });

  it("rules.mjs prints its result", () => {
    const plays = scenario("rules").turn(
      say.tool("Bash", { command: "git status" }, "clean"),
      say.tool("Bash", { command: "rm -rf src" }, "gone"),
      say.tool("Bash", { command: "cat .env" }, "KEY=1"),
      say.tool("WebFetch", { url: "https://example.com", prompt: "?" }, "It is an example."),
      say.tool("Write", { file_path: "a.txt", content: "a" }, "written"),
      say.text("Tidy."),
    );
    expect(run("rules.mjs", plays)).toMatchInlineSnapshot(`
      "Bash succeeded
      Bash denied
      Bash denied
      WebFetch succeeded
      Write denied
      Tidy.
      "
    `);
  });

  it("approval.mjs prints its result", () => {
    const plays = scenario("approval").turn(
      say.tool("Bash", { command: "git push origin main" }, "pushed"),
      say.text("The release is out."),
    );
    expect(run("approval.mjs", plays)).toMatchInlineSnapshot(`
      "Waiting for approval: Bash {"command":"git push origin main"}
      resume The release is out.
      "
    `);
  });

  it("web.mjs prints its result", () => {
    expect(run("web.mjs", scenario("web").turn("Say hello", say.text("Hello.")))).toMatchInlineSnapshot(`
      "Hello.
      "
    `);
  });

  it("web-server.mjs prints its result", () => {
    expect(run("web-server.mjs", scenario("web").turn("Say hello", say.text("Hello.")))).toMatchInlineSnapshot(`
      "result Hello.
      "
    `);
  });

  it("pipe.mjs prints its result", () => {
    const plays = scenario("pipe")
      .turn({ contains: "Review this fix." }, say.text("A good fix."))
      .turn("Fix the failing test", say.text("Fixed."));
    expect(run("pipe.mjs", plays)).toMatchInlineSnapshot(`
      "Fixed. A good fix.
      "
    `);
  });

  it("recording.mjs prints its result", () => {
    expect(run("recording.mjs", scenario("recording").turn(say.text("Hello.")))).toMatchInlineSnapshot(`
      "true
      "
    `);
  });
});
