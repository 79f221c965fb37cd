// Invalid simulator options give one sentence and exit code 2, so that a mistake in the set-up of a test cannot look
// like a refusal of the real CLI.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SIMULATOR_OPTIONS } from "../../../src/cli/arguments/simulator-options.ts";
import { SIMULATED_VERSIONS } from "../../../src/engine/versions/simulated-versions.ts";

const BIN = join(import.meta.dirname, "../../../dist/bundle/claude.cjs");
const folder = mkdtempSync(join(tmpdir(), "unspool-own-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...words: readonly string[]): { status: number | null; stderr: string; stdout: string } {
  const args = [BIN, "-p", "hi", "--simulate-store", join(folder, "store"), ...words];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: folder, env: {} });
  return { status, stderr, stdout };
}

const oneSentence = /^unspool-claude: [^\n]+\.\n$/;

describe.each(SIMULATOR_OPTIONS.map(([name]) => name))("--simulate-%s", (name) => {
  it.each([
    ["at the end", [`--simulate-${name}`]],
    ["empty", [`--simulate-${name}=`]],
  ])("refuses a missing value (%s) with one sentence", (_, words) => {
    const { status, stderr } = run(...words);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(oneSentence) as unknown });
    expect(stderr).toContain(`--simulate-${name} needs a value: `);
  });
});

describe("--simulate-version", () => {
  it.each(["banana", "^2", "2.1", "2.x", "latest", ">=2.1.0"])(
    "refuses %s, and lists the known versions",
    (version) => {
      const { status, stderr } = run("--simulate-version", version);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(oneSentence) as unknown });
      expect(stderr).toContain(`--simulate-version is ${JSON.stringify(version)}`);
      expect(stderr).toContain(SIMULATED_VERSIONS.join(", "));
    },
  );
});

describe("a session folder that cannot be written", () => {
  it.each([
    ["a file has its path", (path: string) => writeFileSync(path, "")],
    ["the next seed cannot be saved in it", (path: string) => mkdirSync(join(path, "next-seed"), { recursive: true })],
  ])("refuses a session folder with one sentence if %s", (_, prepare) => {
    const store = mkdtempSync(join(folder, "case-"));
    prepare(join(store, "sessions"));
    const { status, stderr, stdout } = run("--simulate-store", join(store, "sessions"));
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain("the session folder cannot be used: E");
  });
});

describe("signals", () => {
  it("SIGINT ends a stall, and the CLI's output continues", async () => {
    const fault = JSON.stringify({ fault: "stall", afterType: "system/init" });
    const hanging = JSON.stringify({ turns: [{ replies: [{ blocks: [{ text: "half" }], hang: true }] }] });
    const words = ["-p", "hi", "--output-format", "stream-json", "--verbose", "--simulate-scenario", hanging];
    const args = [BIN, ...words, "--simulate-fault", fault, "--simulate-store", join(folder, "store")];
    const child = spawn(process.execPath, args, { cwd: folder, env: {}, stdio: ["ignore", "pipe", "inherit"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (stdout === "") child.kill("SIGINT");
      stdout += text;
    });
    await once(child, "close");
    const types = stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.at(-1)).toBe("result");
  });
});
