import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadRun, loadRuns, writeStdout } from "../../../../fixtures/load.ts";
import { checkFile } from "../../src/check/check-file.ts";
import type { FindingCode } from "../../src/check/finding.ts";
import { temporaryFolder, unspool } from "../process.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => folder.remove());

const { lines } = loadRun("recordings/2.1.325/agents");

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function found(text: string): Promise<readonly (readonly [number, FindingCode])[]> {
  const { findings } = await checkFile("x", chunksOf(text));
  return findings.map(({ line, code }) => [line, code] as const);
}

/** The lines, changed by their place from 1. */
function changed(change: (line: string, place: number) => readonly string[]): string {
  return lines
    .flatMap((line, index) => change(line, index + 1))
    .map((line) => `${line}\n`)
    .join("");
}

const placeOf = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;

describe("a stream", () => {
  it("of a real CLI is well formed", async () => {
    expect(await found(changed((line) => [line]))).toEqual([]);
  });

  it.each(["agent", "background-agent-plain", "shell", "thinking-tool", "two-turns"])(
    "of Qwen Code is well formed: %s",
    async (name) => {
      const text = loadRun(`recordings/qwen-code-0.24.4/${name}`).stdout.toString();
      expect(await found(text)).toEqual([]);
    },
  );

  it("of 1.0.95, which hides the cursor before the line after /compact, is well formed", async () => {
    const init = '{"type":"system","subtype":"init","session_id":"s","uuid":"u","tools":[],"mcp_servers":[]}';
    const result = '{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"s","uuid":"r"}';
    expect(await found(`\u001B[?25l${init}\n${result}\n`)).toEqual([]);
  });

  it("with a line that is not JSON is malformed at that line", async () => {
    expect(await found(changed((line, place) => (place === 3 ? ["oops", line] : [line])))).toEqual([[3, "malformed"]]);
  });

  it("that was cut inside a line is malformed", async () => {
    const text = changed((line) => [line]);
    expect(await found(text.slice(0, -10))).toEqual([
      [lines.length, "malformed"],
      [lines.length, "no-result"],
    ]);
  });

  it("with a delta outside of a block is out of order", async () => {
    const start = placeOf('"content_block_start"');
    expect(await found(changed((line, place) => (place === start ? [] : [line])))).toContainEqual([
      start,
      "out-of-order",
    ]);
  });

  it("with a block that never ends is reported at the start of the block", async () => {
    const start = placeOf('"content_block_start"');
    const stop = placeOf('"content_block_stop"');
    expect(await found(changed((line, place) => (place === stop ? [] : [line])))).toEqual([
      [start, "block-without-end"],
    ]);
  });

  it("with a message that never ends is reported at the start of the message", async () => {
    const stop = placeOf('"message_stop"');
    const codes = await found(changed((line, place) => (place === stop ? [] : [line])));
    expect(codes).toEqual([[placeOf('"message_start"'), "message-without-end"]]);
  });

  it("with a call without result is reported with the call", async () => {
    const { findings } = await checkFile(
      "x",
      chunksOf(changed((line) => (line.includes('"tool_result"') ? [] : [line]))),
    );
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["tool-without-result"]));
    expect(findings[0]?.message).toMatch(/^the call of \w+ \(toolu_\w+\) has no result$/);
  });

  it("with a result without call is reported", async () => {
    const stray =
      '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_x","content":""}]},"parent_tool_use_id":null,"session_id":"s"}';
    const codes = await found(changed((line, place) => (place === lines.length ? [stray, line] : [line])));
    expect(codes).toEqual([[lines.length, "result-without-call"]]);
  });

  it("without its start is reported as no-init", async () => {
    const codes = await found(changed((line) => (line.includes('"subtype":"init"') ? [] : [line])));
    expect(codes.map(([, code]) => code)).toEqual(["no-init"]);
  });

  it("without a result, or with two, is reported", async () => {
    expect(await found(changed((line) => (line.includes('"type":"result"') ? [] : [line])))).toEqual([
      [lines.length - 1, "no-result"],
    ]);
    // The very same line again is a replay, which the decoder passes over; another result is one too many.
    const another = (line: string): string => line.replace(/"uuid":"[^"]*"/, '"uuid":"another"');
    expect(await found(changed((line) => (line.includes('"type":"result"') ? [line, another(line)] : [line])))).toEqual(
      [[lines.length + 1, "result-without-turn"]],
    );
  });

  it("with unknown types and fields gets one warning for each", async () => {
    const newer = changed((line, place) => [
      line.replace('"type":"assistant"', '"type":"assistant","shiny":1'),
      ...(place === 2 ? ['{"type":"brand_new"}', '{"type":"system","subtype":"brand_new"}'] : []),
    ]);
    const { findings } = await checkFile("x", chunksOf(newer));
    expect(findings.map(({ level, code, message }) => ({ level, code, message }))).toEqual([
      { level: "warning", code: "unknown-type", message: "the message brand_new is unknown" },
      { level: "warning", code: "unknown-type", message: "the message system/brand_new is unknown" },
      { level: "warning", code: "unknown-field", message: "the field assistant shiny is unknown" },
    ]);
  });

  it("without any line is reported as empty", async () => {
    expect(await found("")).toEqual([[0, "empty"]]);
  });

  it("in a recording is checked run by run, with the line numbers of the recording", async () => {
    const head = '{"unspool":"recording","version":1,"startedAt":"2026-01-01T00:00:00.000Z","args":[]}';
    const run = lines.map((out) => JSON.stringify({ t: 1, out }));
    const exit = '{"t":2,"exit":{"code":0,"signal":null}}';
    const cut = [head, ...run.slice(0, -1), exit];
    const text = [...cut, head, '{"t":1,"in":"{}"}', ...run, exit, ...run, "half a li"].join("\n");
    expect(await found(text)).toEqual([[lines.length, "no-result"]]);
  });
});

describe("the recordings of real CLIs", () => {
  // Qwen Code writes no result when its turns are used up.
  const cutOff = /break|mid-stream-error|sigint|sigterm|queued-now|qwen-code-.*max-turns/;
  const runs = loadRuns("recordings");

  it("are well formed, except for those that were cut off", async () => {
    const bad: string[] = [];
    for (const { id, stdout } of runs.filter((run) => !cutOff.test(run.id))) {
      const { findings } = await checkFile(id, chunksOf(stdout.toString()));
      for (const { line, code } of findings) bad.push(`${id}:${line} ${code}`);
    }
    expect(bad).toEqual([]);
  });

  it("that were ended by SIGTERM have no result", async () => {
    for (const { stdout } of runs.filter(({ name }) => name.endsWith("sigterm"))) {
      const codes = await found(stdout.toString());
      expect(codes.map(([, code]) => code)).toContain("no-result");
    }
  });
});

describe("unspool check", () => {
  let good: string;
  beforeEach(() => void (good = writeStdout("recordings/2.1.325/agents", folder.path)));

  it("lists findings as file:line and a summary for each file, and exits with 1", async () => {
    const bad = join(folder.path, "bad.ndjson");
    writeFileSync(
      bad,
      changed((line, place) => (place === 2 ? ["oops", line] : [line])),
    );
    const { stdout, stderr, code } = await unspool(["check", good, bad]);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/agents\.ndjson: well formed \(\d+ lines, 1 turn, \d+ tool calls\)$/),
      `${bad}:2: error malformed: not-json: 4 characters that are not JSON`,
      expect.stringMatching(/bad\.ndjson: 1 error \(/),
    ]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
  });

  it("treats warnings as errors only with --strict", async () => {
    const input = `${lines.join("\n")}\n{"type":"brand_new"}\n`;
    const [lax, strict] = await Promise.all([unspool(["check"], { input }), unspool(["check", "--strict"], { input })]);
    expect([lax.code, strict.code]).toEqual([0, 1]);
    expect(lax.stdout).toContain("stdin: well formed, 1 warning (");
  });

  it("lists the first findings of each code, and all with --all", async () => {
    const input = "oops\n".repeat(30);
    const [short, all] = await Promise.all([unspool(["check"], { input }), unspool(["check", "--all"], { input })]);
    expect(short.stdout.split("\n")).toHaveLength(20 + 3);
    expect(short.stdout).toContain("… and 10 more of malformed (--all shows them)");
    expect(all.stdout.split("\n")).toHaveLength(30 + 2);
  });

  it("writes JSON", async () => {
    const { stdout, code } = await unspool(["check", "--json", "-"], { input: "oops\n" });
    expect(JSON.parse(stdout)).toEqual({
      file: "-",
      ok: false,
      counts: { lines: 1, events: 1, turns: 0, calls: 0 },
      findings: [{ level: "error", code: "malformed", line: 1, message: "not-json: 4 characters that are not JSON" }],
    });
    expect(code).toBe(1);
  });

  it("prints colors only on request", async () => {
    const [pipe, forced, refused] = await Promise.all([
      unspool(["check", good]),
      unspool(["check", good], { env: { FORCE_COLOR: "1" } }),
      unspool(["check", good, "--no-color"], { env: { FORCE_COLOR: "1" } }),
    ]);
    expect(pipe.stdout).not.toContain("\u001B");
    expect(forced.stdout).toContain("\u001B[32mwell formed");
    expect(refused.stdout).toBe(pipe.stdout);
  });

  it("removes control sequences of a stream", async () => {
    const { stdout } = await unspool(["check"], { input: '{"type":"\\u001b]0;owned\\u0007\\u009b31mx\\nfake: ok"}\n' });
    expect(stdout.split("\n")[0]).toBe("stdin:1: warning unknown-type: the message x fake: ok is unknown");
  });

  it("names the file that is missing", async () => {
    const { stderr, code } = await unspool(["check", good, "./nowhere"]);
    expect({ stderr, code }).toEqual({ stderr: "unspool: There is no file ./nowhere.\n", code: 2 });
  });
});
