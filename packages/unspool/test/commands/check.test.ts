import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFile } from "../../src/check/check-file.ts";
import type { FindingCode } from "../../src/check/finding.ts";
import { recordingsPath, temporaryFolder, unspool } from "../process.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => folder.remove());

const lines = readFileSync(join(recordingsPath, "2.1.325/agents.ndjson"), "utf8").trimEnd().split("\n");

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
      const text = readFileSync(join(recordingsPath, `qwen-code-0.24.4/${name}.ndjson`), "utf8");
      expect(await found(text)).toEqual([]);
    },
  );

  it("of 1.0.95, which hides the cursor before the line after /compact, has its turn", async () => {
    const init = '{"type":"system","subtype":"init","session_id":"s","uuid":"u","tools":[],"mcp_servers":[]}';
    const result = '{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"s","uuid":"r"}';
    expect(await found(`\u001B[?25l${init}\n${result}\n`)).toEqual([]);
  });

  it("with a line that is no JSON has it at its place", async () => {
    expect(await found(changed((line, place) => (place === 3 ? ["oops", line] : [line])))).toEqual([[3, "malformed"]]);
  });

  it("that was cut in a line says so", async () => {
    const text = changed((line) => [line]);
    expect(await found(text.slice(0, -10))).toEqual([
      [lines.length, "malformed"],
      [lines.length, "no-result"],
    ]);
  });

  it("with a piece outside of a block has it out of order", async () => {
    const start = placeOf('"content_block_start"');
    expect(await found(changed((line, place) => (place === start ? [] : [line])))).toContainEqual([
      start,
      "out-of-order",
    ]);
  });

  it("with a block that never ends tells where it began", async () => {
    const start = placeOf('"content_block_start"');
    const stop = placeOf('"content_block_stop"');
    expect(await found(changed((line, place) => (place === stop ? [] : [line])))).toEqual([
      [start, "block-without-end"],
    ]);
  });

  it("with a message that never ends tells where it began", async () => {
    const stop = placeOf('"message_stop"');
    const codes = await found(changed((line, place) => (place === stop ? [] : [line])));
    expect(codes).toEqual([[placeOf('"message_start"'), "message-without-end"]]);
  });

  it("with a call that has no result names the call", async () => {
    const { findings } = await checkFile(
      "x",
      chunksOf(changed((line) => (line.includes('"tool_result"') ? [] : [line]))),
    );
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["tool-without-result"]));
    expect(findings[0]?.message).toMatch(/^the call of \w+ \(toolu_\w+\) has no result$/);
  });

  it("with a result that nobody asked for says so", async () => {
    const stray =
      '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_x","content":""}]},"parent_tool_use_id":null,"session_id":"s"}';
    const codes = await found(changed((line, place) => (place === lines.length ? [stray, line] : [line])));
    expect(codes).toEqual([[lines.length, "result-without-call"]]);
  });

  it("without its beginning has no init", async () => {
    const codes = await found(changed((line) => (line.includes('"subtype":"init"') ? [] : [line])));
    expect(codes.map(([, code]) => code)).toEqual(["no-init"]);
  });

  it("without its result says so, and one with two says so", async () => {
    expect(await found(changed((line) => (line.includes('"type":"result"') ? [] : [line])))).toEqual([
      [lines.length - 1, "no-result"],
    ]);
    // The very same line again is a replay, which the decoder passes over; another result is one too many.
    const another = (line: string): string => line.replace(/"uuid":"[^"]*"/, '"uuid":"another"');
    expect(await found(changed((line) => (line.includes('"type":"result"') ? [line, another(line)] : [line])))).toEqual(
      [[lines.length + 1, "result-without-turn"]],
    );
  });

  it("with types and fields that are not known is drift, told once each", async () => {
    const newer = changed((line, place) => [
      line.replace('"type":"assistant"', '"type":"assistant","shiny":1'),
      ...(place === 2 ? ['{"type":"brand_new"}', '{"type":"system","subtype":"brand_new"}'] : []),
    ]);
    const { findings } = await checkFile("x", chunksOf(newer));
    expect(findings.map(({ level, code, message }) => ({ level, code, message }))).toEqual([
      { level: "warning", code: "unknown-type", message: "brand_new is a message that is not known" },
      { level: "warning", code: "unknown-type", message: "system/brand_new is a message that is not known" },
      { level: "warning", code: "unknown-field", message: "assistant shiny is a field that is not known" },
    ]);
  });

  it("with nothing in it is no stream", async () => {
    expect(await found("")).toEqual([[0, "empty"]]);
  });

  it("in a recording has the places of the recording, and one run after the other", async () => {
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
  const files = readdirSync(recordingsPath, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ndjson") && !name.endsWith(".stdin.ndjson"),
  );

  it("are well formed, but for those that were cut off", async () => {
    const bad: string[] = [];
    for (const name of files.filter((one) => !cutOff.test(one))) {
      const { findings } = await checkFile(name, chunksOf(readFileSync(join(recordingsPath, name), "utf8")));
      for (const { line, code } of findings) bad.push(`${name}:${line} ${code}`);
    }
    expect(bad).toEqual([]);
  });

  it("that were ended by SIGTERM have no result", async () => {
    for (const name of files.filter((one) => one.endsWith("sigterm.ndjson"))) {
      const codes = await found(readFileSync(join(recordingsPath, name), "utf8"));
      expect(codes.map(([, code]) => code)).toContain("no-result");
    }
  });
});

describe("unspool check", () => {
  const good = join(recordingsPath, "2.1.325/agents.ndjson");

  it("tells findings as file:line, a verdict for each file, and exits with 1", async () => {
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

  it("counts drift as an error only if it is strict", async () => {
    const input = `${lines.join("\n")}\n{"type":"brand_new"}\n`;
    const [lax, strict] = await Promise.all([unspool(["check"], { input }), unspool(["check", "--strict"], { input })]);
    expect([lax.code, strict.code]).toEqual([0, 1]);
    expect(lax.stdout).toContain("stdin: well formed, 1 warning (");
  });

  it("tells many of a kind in short, and all of them when asked", async () => {
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

  it("has colours only where they are wanted", async () => {
    const [pipe, forced, refused] = await Promise.all([
      unspool(["check", good]),
      unspool(["check", good], { env: { FORCE_COLOR: "1" } }),
      unspool(["check", good, "--no-color"], { env: { FORCE_COLOR: "1" } }),
    ]);
    expect(pipe.stdout).not.toContain("\u001B");
    expect(forced.stdout).toContain("\u001B[32mwell formed");
    expect(refused.stdout).toBe(pipe.stdout);
  });

  it("keeps what a stream says away from the terminal", async () => {
    const { stdout } = await unspool(["check"], { input: '{"type":"\\u001b]0;owned\\u0007\\u009b31mx\\nfake: ok"}\n' });
    expect(stdout.split("\n")[0]).toBe("stdin:1: warning unknown-type: x fake: ok is a message that is not known");
  });

  it("says which file is not there", async () => {
    const { stderr, code } = await unspool(["check", good, "./nowhere"]);
    expect({ stderr, code }).toEqual({ stderr: "unspool: There is no file ./nowhere.\n", code: 2 });
  });
});
