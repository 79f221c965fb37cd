// `unspool view` and `unspool replay` as a shell starts them.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "@unspool/protocol";
import { say, scenario } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { toPath, writeStdout } from "../../../../fixtures/load.ts";
import { runProgram, temporaryFolder, unspool, unspoolPath } from "../process.ts";

const plainFolder = temporaryFolder();
afterAll(() => plainFolder.remove());
const demo = writeStdout("recordings/demo/fix-the-test", plainFolder.path);
const ESC = "\u001B";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => folder.remove());

describe("unspool view", () => {
  it("shows a file in a pipe exactly as the golden file", async () => {
    const { stdout, stderr, code } = await unspool(["view", demo]);
    await expect(stdout).toMatchFileSnapshot("../golden/view-demo.txt");
    expect([stderr, code]).toEqual(["", 0]);
  });

  it("names Qwen Code for its stream, and shows no cost", async () => {
    const { stdout } = await unspool(["view", toPath("recordings/qwen-code-0.24.4/tool")]);
    expect(stdout).toContain("qwen3-coder-plus · Qwen Code 0.24.4 · 28 tools");
    expect(stdout).toContain("I will read the notes first.");
    expect(stdout).toMatch(/✓ done · 24 tokens in, 40 out · /);
  });

  it("shows stdin like the file, and prints how to resume", async () => {
    const [file, stdin] = await Promise.all([
      unspool(["view", demo]),
      unspool(["view"], { input: readFileSync(demo) }),
    ]);
    const lines = stdin.stdout.replaceAll(/ · \d+\.\d s$/gm, "").split("\n");
    expect(lines.slice(0, -3)).toEqual(
      file.stdout
        .replaceAll(/ · \d+\.\d s$/gm, "")
        .split("\n")
        .slice(0, -2),
    );
    expect(lines.at(-2)).toMatch(/^ {2}resume: claude --resume [\da-f-]{36}$/);
  });

  it.each([
    [{ FORCE_COLOR: "1" }, [], true],
    [{ FORCE_COLOR: "1" }, ["--no-color"], false],
    [{ NO_COLOR: "1" }, [], false],
    [{}, [], false],
  ])("with %j and %j is coloured: %s", async (env, flags, isColoured) => {
    const { stdout } = await unspool(["view", ...flags, demo], { env });
    expect(stdout.includes(ESC)).toBe(isColoured);
  });

  it("exits quietly when the reader closes the pipe", async () => {
    const big = join(folder.path, "big.ndjson");
    writeFileSync(big, readFileSync(demo, "utf8").repeat(40));
    const { code, stderr } = await unspool(["view", big], {
      onStart: (child) => child.stdout.once("data", () => child.stdout.destroy()),
    });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("reads CRLF line ends, recordings, and an unfinished line", async () => {
    const text = readFileSync(demo, "utf8");
    const plain = (await unspool(["view", demo])).stdout;
    writeFileSync(join(folder.path, "windows.ndjson"), text.replaceAll("\n", "\r\n"));
    expect((await unspool(["view", "windows.ndjson"], { cwd: folder.path })).stdout).toBe(plain);
    const head = { unspool: "recording", version: 1, startedAt: "2026-01-01T00:00:00.000Z", args: [] };
    const ours = [
      head,
      ...text
        .trimEnd()
        .split("\n")
        .map((out, t) => ({ t, out })),
    ];
    writeFileSync(join(folder.path, "ours.jsonl"), ours.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect((await unspool(["view", "ours.jsonl"], { cwd: folder.path })).stdout).toBe(plain);
    writeFileSync(join(folder.path, "half.ndjson"), text.slice(0, 20_000));
    const half = await unspool(["view", "half.ndjson"], { cwd: folder.path });
    expect(half.stdout).toContain("! line ");
    expect(half.stdout).toContain("✗ the stream ended before its result");
    expect(half.code).toBe(1);
  });

  it("exits 1 when the last turn failed, and when the stream ended before its result", async () => {
    const [init = "", ...rest] = readFileSync(demo, "utf8").trimEnd().split("\n");
    const result = JSON.stringify({ type: "result", subtype: "error_during_execution", is_error: true, result: "No." });
    const ended = rest.at(-1) ?? "";
    const [failed, cut, recovered] = await Promise.all([
      unspool(["view"], { input: `${init}\n${result}\n` }),
      unspool(["view"], { input: `${init}\n` }),
      unspool(["view"], { input: `${init}\n${result}\n${init}\n${ended}\n` }),
    ]);
    expect(failed.stdout).toMatch(/^✗ failed/m);
    expect(cut.stdout).toContain("✗ the stream ended before its result\n");
    expect(recovered.stdout).toMatch(/^✓ done/m);
    expect([failed.code, cut.code, recovered.code]).toEqual([1, 1, 0]);
  });

  it("reports that there is nothing to show, and exits 0", async () => {
    writeFileSync(join(folder.path, "empty.ndjson"), "");
    const [file, stdin] = await Promise.all([
      unspool(["view", "empty.ndjson"], { cwd: folder.path }),
      unspool(["view"], { input: "\n" }),
    ]);
    expect(file).toMatchObject({
      stdout: "",
      stderr: "unspool: There was nothing to show in empty.ndjson.\n",
      code: 0,
    });
    expect(stdin).toMatchObject({ stdout: "", stderr: "unspool: There was nothing to show in stdin.\n", code: 0 });
  });

  it("follows a growing file until Ctrl-C", async () => {
    const lines = readFileSync(demo, "utf8").split("\n");
    const path = join(folder.path, "growing.ndjson");
    writeFileSync(path, `${lines.slice(0, 2).join("\n")}\n`);
    const child = spawn(process.execPath, [unspoolPath, "view", "--follow", path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    let hasGrown = false;
    let isTold = false;
    child.stdout.on("data", (data: Buffer) => {
      shown += String(data);
      if (!hasGrown && shown.includes("Claude Code")) {
        hasGrown = true;
        appendFileSync(path, `${lines.slice(2).join("\n")}\n`);
      }
      if (!isTold && shown.includes("✓ done")) {
        isTold = true;
        child.kill("SIGINT");
      }
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(shown).toContain("All three tests pass.");
    expect(code).toBe(130);
  });

  it.each([
    ["a file that is not there", ["view", "nowhere.ndjson"], /There is no file/],
    ["two files to follow", ["view", "--follow", "a", "b"], /takes one file/],
    ["no recording to replay", ["replay"], /There is no recording to play/],
    ["two recordings", ["replay", demo, demo], /takes one file/],
    ["a speed that is not a number", ["replay", demo, "--speed", "fast"], /--speed takes a number/],
    ["a replay of a file that is not a recording", ["replay", unspoolPath], /is not a recording/],
  ])("refuses %s in one sentence", async (_what, args, sentence) => {
    const { stdout, stderr, code } = await unspool(args, { cwd: folder.path });
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^unspool: [^\n]+\n$/);
    expect([stdout, code]).toEqual(["", 2]);
  });
});

describe("unspool replay", () => {
  it("shows a recording with the prompts of the host and durations", async () => {
    const claude = fakeClaude({
      scenario: scenario().turn(say.tool("Bash", { command: "ls" }, "a.txt"), say.text("One file.")),
    });
    const env = { UNSPOOL_CLAUDE: claude.path, HOME: folder.path };
    await unspool(["run", "What is here?", "--record", "kept.jsonl", "-q"], { cwd: folder.path, env });
    claude.cleanup();
    const { stdout, stderr, code } = await unspool(["replay", "kept.jsonl"], { cwd: folder.path });
    expect(stdout).toContain("› What is here?\n");
    expect(stdout.match(/› What is here\?/g)).toHaveLength(1);
    expect(stdout).toContain("● Bash  ls\n  └ a.txt\n\n  One file.\n");
    expect([stderr, code]).toEqual(["", 0]);
  });

  it("keeps the recorded pauses only with --speed", async () => {
    const head = { unspool: "recording", version: 1, startedAt: "2026-01-01T00:00:00.000Z", args: [] };
    const say1 = (text: string, id: string): string =>
      JSON.stringify({ type: "assistant", message: { id, role: "assistant", content: [{ type: "text", text }] } });
    const lines = [head, { t: 0, out: say1("First.", "m1") }, { t: 60_000, out: say1("Last.", "m2") }];
    writeFileSync(join(folder.path, "slow.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const begun = performance.now();
    const { stdout } = await unspool(["replay", "slow.jsonl", "--speed", "60"], { cwd: folder.path });
    expect(stdout).toContain("First.");
    expect(stdout).toContain("Last.");
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it("answers a recorded prompt as a fake claude, and ends at another prompt", async () => {
    const claude = fakeClaude({ scenario: scenario().turn("Hello", say.text("Hi there.")) });
    const env = { UNSPOOL_CLAUDE: claude.path, HOME: folder.path };
    await unspool(["run", "Hello", "--record", "kept.jsonl", "-q"], { cwd: folder.path, env });
    claude.cleanup();
    const words = [unspoolPath, "replay", "--as-claude", join(folder.path, "kept.jsonl"), "--", "-p", "--verbose"];
    const same = await runProgram(process.execPath, words, { input: encode.user("Hello") });
    expect(same.stdout).toContain('"type":"result"');
    expect(same.code).toBe(0);
    const other = await runProgram(process.execPath, words, { input: encode.user("Something else") });
    expect(other.stderr).toMatch(/^unspool: The prompt differs .* Say what was recorded, or record again\.\n$/);
    expect(other.code).toBe(2);
    expect(await runProgram(process.execPath, words)).toMatchObject({
      stdout: "",
      stderr: "unspool: stdin ended without input: send the recorded prompts, one line of stream-json each.\n",
      code: 0,
    });
  });
});
