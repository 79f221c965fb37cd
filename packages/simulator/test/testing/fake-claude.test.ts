// Runs real processes: the executable is the bundle that tools/scripts/test-setup.mjs builds.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "@unspool/protocol";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventsOf } from "../../src/testing/normalize.ts";
import { fakeClaude, type FakeClaude, type FakeClaudeOptions } from "../../src/testing/fake-claude.ts";

const HELLO = { turns: [{ replies: ["Hello."] }, { replies: ["Hello again."] }] };
const STREAM = ["-p", "--output-format", "stream-json", "--verbose"];

function fake(options: FakeClaudeOptions): FakeClaude {
  const claude = fakeClaude(options);
  onTestFinished(() => claude.cleanup());
  return claude;
}

function run(claude: FakeClaude, args: readonly string[]): { readonly stdout: string; readonly status: number | null } {
  // Started by its name, as programs do it.
  return spawnSync("claude", args, { env: claude.env, cwd: claude.dir, input: "", encoding: "utf8" });
}

const listTexts = (stdout: string): string[] =>
  eventsOf(stdout).flatMap((event) => (event.type === "turn-end" ? [event.text] : []));

describe("a fake claude on the PATH", () => {
  it("plays a scenario given as data", () => {
    const { stdout, status } = run(fake({ scenario: HELLO }), [...STREAM, "hi"]);
    expect({ texts: listTexts(stdout), status }).toEqual({ texts: ["Hello."], status: 0 });
  });

  it("plays a scenario from a file", () => {
    const claude = fake({ scenario: HELLO });
    const file = join(claude.dir, "mine.yaml");
    writeFileSync(file, "turns:\n  - replies: [From a file.]\n");
    expect(listTexts(run(fake({ scenario: file }), [...STREAM, "hi"]).stdout)).toEqual(["From a file."]);
  });

  it("answers every prompt without a scenario, with any environment", () => {
    vi.stubEnv("UNSPOOL_SIMULATE_SCENARIO", "greeting");
    onTestFinished(() => void vi.unstubAllEnvs());
    const claude = fake({});
    const { stdout } = spawnSync(claude.path, [...STREAM, "hi"], { input: "", encoding: "utf8" });
    expect(listTexts(stdout)).toEqual([expect.stringContaining("simulated")]);
  });

  it("simulates the given version", () => {
    const { stdout } = run(fake({ scenario: HELLO, version: "2.1.74" }), ["--version"]);
    expect(stdout).toContain("2.1.74");
  });

  it("writes the same bytes for the same seed and other bytes for another seed", () => {
    const output = (seed: number): string =>
      run(fake({ scenario: HELLO, seed }), ["-p", "hi", "--output-format", "json"]).stdout;
    expect(output(7)).toBe(output(7));
    expect(output(7)).not.toBe(output(8));
  });

  it("records each call", () => {
    const claude = fake({ scenario: HELLO, version: "2.1.325" });
    run(claude, ["-p", "one"]);
    run(claude, ["-p", "two"]);
    expect(claude.calls().map(({ args }) => args)).toEqual([
      ["-p", "one"],
      ["-p", "two"],
    ]);
    expect(claude.calls()[0]?.cwd).toBe(realpathSync(claude.dir));
  });

  it("returns what was written to its stdin as messages", async () => {
    const claude = fake({ scenario: HELLO });
    const child = spawn(claude.path, [...STREAM, "--input-format", "stream-json"], { env: {}, stdio: "pipe" });
    child.stdout.resume();
    const lines = [encode.initialize("init-1", {}), encode.user("one"), encode.user("two")];
    child.stdin.end(lines.join(""));
    await once(child, "close");
    expect(claude.received()).toEqual(lines.map((line) => JSON.parse(line) as unknown));
    expect(claude.calls()[0]).toMatchObject({ lines: lines.map((line) => line.trimEnd()), isInputEnded: true });
  });

  it("lists the replies that no start has played", () => {
    const scenario = {
      turns: [
        { prompt: "one", replies: ["1"] },
        { prompt: "two", replies: ["2"] },
      ],
    };
    const claude = fake({ scenario });
    run(claude, [...STREAM, "one"]);
    expect(claude.unplayed()).toEqual(["turns[1].replies[0]"]);
    expect(() => claude.assertPlayed()).toThrow("turns[1].replies[0] was not asked for");
    run(claude, [...STREAM, "two"]);
    expect(() => claude.assertPlayed()).not.toThrow();
  });

  it("applies faults", () => {
    const claude = fake({ scenario: HELLO, faults: [{ fault: "exit", code: 42, afterType: "system/init" }] });
    const { stdout, status } = run(claude, [...STREAM, "hi"]);
    expect({ lines: stdout.trimEnd().split("\n").length, status }).toEqual({ lines: 1, status: 42 });
  });

  it.each<[string, Partial<FakeClaudeOptions>, string]>([
    ["scenario", { scenario: { turns: [{}] } as never }, "turns[0]"],
    ["scenario as text", { scenario: "turns:\n  - replys: [hi]\n" }, "replys"],
    ["scenario as JSON", { scenario: '{"turns": 5}' }, "turns"],
    ["file", { scenario: "./no-such.yaml" }, "no such file"],
    ["name", { scenario: "no-such-name" }, "no ready-made scenario"],
    ["option name", { scenaro: HELLO } as never, 'there is no option "scenaro". Did you mean "scenario"?'],
    ["version", { version: "^2" }, 'fakeClaude: version is "^2"; expected one version of the CLI'],
    ["seed", { seed: -1 }, "fakeClaude: seed is -1; expected a whole number from 0 on"],
    ["fault", { faults: [{ fault: "stall", ms: -1 }] }, "faults[0].ms"],
  ])("refuses an invalid %s before it is started, and leaves no files behind", (_, bad, words) => {
    const folder = mkdtempSync(join(tmpdir(), "unspool-empty-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    expect(() => fakeClaude({ scenario: HELLO, ...bad })).toThrow(words);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("removes its folder on cleanup() and at the end of its scope", async () => {
    const claude = fakeClaude({ scenario: HELLO });
    claude.cleanup();
    claude.cleanup();
    expect(existsSync(claude.dir)).toBe(false);
    const other = fakeClaude({ scenario: HELLO });
    await other[Symbol.asyncDispose]();
    expect(existsSync(other.dir)).toBe(false);
  });
});
