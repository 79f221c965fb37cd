// Recordings are append-only, have whole lines, are readable after a crash, contain no secrets, and never fail a session.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createDecoder, type Event } from "@unspool/protocol";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createRecorder } from "../../src/record/recorder.ts";
import { readRecording } from "../../src/record/read-recording.ts";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { manualClock } from "./manual-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-recorder-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}.ndjson`);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const meta = { args: ["-p"], cwd: "/srv/project" };
const secret = ["sk-", "ant-api03-AbCdEf0123456789abcdefXYZ"].join("");
const pem = (edge: string): string => ["-----", edge, " PRIV", "ATE KEY-----"].join("");

describe("a recorder", () => {
  it("writes a header and every line in both directions with its time", async () => {
    const file = newFile();
    const clock = manualClock(Date.parse("2026-01-02T03:04:05.000Z"));
    const recorder = createRecorder(file, { clock, meta: { ...meta, claudeVersion: "2.1.325" } });
    recorder.input('{"type":"user"}\n');
    clock.advance(10);
    recorder.output(bytes('{"type":"sys'));
    clock.advance(5);
    recorder.output(bytes('tem"}\n{"type":"result"}\r\n'));
    recorder.stderr(bytes("warn\n"));
    recorder.inputEnd();
    clock.advance(1);
    recorder.exit({ code: 0, signal: null });
    await recorder.close();
    expect(recorder.problem).toBeUndefined();
    expect(readFileSync(file, "utf8").split("\n")).toEqual([
      '{"unspool":"recording","version":1,"startedAt":"2026-01-02T03:04:05.000Z","args":["-p"],"cwd":"/srv/project","claudeVersion":"2.1.325"}',
      '{"t":0,"in":"{\\"type\\":\\"user\\"}"}',
      '{"t":15,"out":"{\\"type\\":\\"system\\"}"}',
      '{"t":15,"out":"{\\"type\\":\\"result\\"}\\r"}',
      '{"t":15,"err":"warn"}',
      '{"t":15,"end":"in"}',
      '{"t":16,"exit":{"code":0,"signal":null}}',
      "",
    ]);
  });

  it("replaces the content of a file with `overwrite`", async () => {
    const file = newFile();
    for (const [text, overwrite] of [
      ["a", false],
      ["b", true],
      ["c", false],
    ] as const) {
      const recorder = createRecorder({ file, overwrite }, { meta });
      recorder.output(bytes(`${text}\n`));
      await recorder.close();
    }
    const { runs, warnings } = readRecording(file);
    expect(runs.map(({ lines }) => lines)).toMatchObject([[{ text: "b" }], [{ text: "c" }]]);
    expect(warnings).toEqual([]);
  });

  it("refuses `overwrite` for a stream", () => {
    const target = { writable: collector(), overwrite: true };
    expect(() => createRecorder(target, { meta })).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  it.skipIf(process.platform === "win32")("makes the file readable by its owner only", async () => {
    const file = newFile();
    await createRecorder(file, { meta }).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("preserves the bytes of stdout, however they were chunked", async () => {
    const line = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\n", " "));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        async (lines, endsWhole, size) => {
          const whole = bytes(lines.map((text) => `${text}\n`).join("") + (endsWhole ? "" : "cut"));
          const sink = collector();
          const recorder = createRecorder({ writable: sink, redact: false }, { meta });
          for (let at = 0; at < whole.length; at += size) recorder.output(whole.slice(at, at + size));
          await recorder.close();
          const [run] = readRecording(sink.text()).runs;
          const told = (run?.lines ?? []).map((each) =>
            each.kind === "out" ? each.text + (each.isCut === true ? "" : "\n") : "",
          );
          expect(told.join("")).toBe(Buffer.from(whole).toString("utf8"));
        },
      ),
      { numRuns: scaleSlowRuns(60), seed: getSeed() },
    );
  });

  it("is readable up to the last whole line, and can be continued, after a crash", async () => {
    const file = newFile();
    const first = createRecorder(file, { meta });
    first.output(bytes('{"type":"a"}\n'));
    await first.close();
    appendFileSync(file, '{"t":3,"out":"{\\"ty');
    expect(readRecording(file)).toMatchObject({
      warnings: [],
      runs: [{ lines: [{ kind: "out", text: '{"type":"a"}' }] }],
    });

    const second = createRecorder(file, { meta });
    second.output(bytes('{"type":"b"}\n'));
    await second.close();
    const { runs, warnings } = readRecording(file);
    expect(runs.map(({ lines }) => lines.map((line) => (line.kind === "out" ? line.text : line.kind)))).toEqual([
      ['{"type":"a"}'],
      ['{"type":"b"}'],
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("line 3");
  });

  it("reports a file that cannot be written, and stops", async () => {
    const recorder = createRecorder(join(folder, "no", "such", "folder"), { meta });
    expect(recorder.problem).toMatchObject({ code: "file-failed" });
    recorder.output(bytes("x\n"));
    expect(recorder.isBusy).toBe(false);
    await recorder.drained();
    await recorder.close();
  });

  it("reports a stream that fails while recording", async () => {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) });
    const recorder = createRecorder(sink, { meta });
    recorder.output(bytes("x\n"));
    await new Promise((resolve) => setImmediate(resolve));
    recorder.output(bytes("y\n"));
    await recorder.drained();
    await recorder.close();
    expect(recorder.problem?.message).toContain("disk full");
    expect(recorder.problem?.message).toContain("The session goes on");
  });

  it("reports backpressure of the disk, and when it is over", async () => {
    const waiting: (() => void)[] = [];
    const sink = new Writable({ highWaterMark: 64, write: (_chunk, _encoding, done) => void waiting.push(done) });
    const recorder = createRecorder(sink, { meta });
    recorder.output(bytes(`${"x".repeat(100)}\n`));
    expect(recorder.isBusy).toBe(true);
    let steps = 0;
    const drained = recorder.drained().then(() => steps);
    await new Promise((resolve) => setImmediate(resolve));
    for (; recorder.isBusy; steps++) {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The header and the line, and not before both.
    expect(await drained).toBe(1);
    expect(steps).toBe(2);
  });

  it("does not wait for ever for a disk that hangs", async () => {
    const clock = manualClock();
    const recorder = createRecorder(new Writable({ write: () => {} }), { clock, meta });
    const closed = recorder.close();
    clock.advance(5000);
    await closed;
    expect(recorder.problem?.message).toContain("longer than 5000 ms");
  });

  it("does not close a stream of the caller", async () => {
    const sink = collector();
    await createRecorder(sink, { meta }).close();
    expect(sink.writableEnded).toBe(false);
    expect(sink.listenerCount("error")).toBe(0);
  });
});

describe("secrets in a recording", () => {
  it("are replaced in all lines and in the header, even those known by value only", async () => {
    const sink = collector();
    const recorder = createRecorder(sink, { meta: { args: ["--x", secret] }, secrets: ["blue horse"] });
    recorder.input(`${JSON.stringify({ type: "user", text: `use ${secret}\n` })}\n`);
    recorder.output(bytes(`${JSON.stringify({ type: "assistant", text: "my blue horse" })}\n`));
    recorder.stderr(bytes(`API_KEY=${secret}\n`));
    await recorder.close();
    expect(sink.text()).not.toContain("sk-ant");
    expect(sink.text()).not.toContain("blue horse");
    for (const line of sink.text().trimEnd().split("\n")) JSON.parse(line);
  });

  it("are kept with `redact: false`", async () => {
    const sink = collector();
    const recorder = createRecorder({ writable: sink, redact: false }, { meta });
    recorder.input(`{"a":"${secret}"}\n`);
    await recorder.close();
    expect(sink.text()).toContain(secret);
  });

  it.each([1, 3, 7, 1000])("are found in a text that comes in pieces of %d characters", async (size) => {
    const text = `The key:\nexport API_KEY=${secret} and\nthen password: "hunter2 x" \n${pem("BEGIN")}\nMIIEabc\nMIIEdef\n${pem("END")}\ndone.`;
    const lines = streamed(text, size);
    const sink = collector();
    const recorder = createRecorder(sink, { meta });
    recorder.output(bytes(lines.map((line) => `${line}\n`).join("")));
    await recorder.close();
    const [run] = readRecording(sink.text()).runs;
    const told = (run?.lines ?? []).flatMap((line) => (line.kind === "out" ? [line.text] : []));
    expect(told).toHaveLength(lines.length);
    const events = decodeAll(told);
    const ends = events.flatMap((event) => (event.type === "text-end" ? [event.text] : []));
    expect(ends).toEqual(['The key:\nexport API_KEY=[redacted] and\nthen password: "[redacted]" \n[redacted]\ndone.']);
    const deltas = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(deltas.join("")).toBe(ends[0]);
    expect(events.filter((event) => event.type === "text-start")).toHaveLength(1);
  });

  it("are found across deltas when the input ends between them", async () => {
    const lines = streamed(`the key ${secret} again`, 5);
    const sink = collector();
    const recorder = createRecorder(sink, { meta });
    const middle = Math.floor(lines.length / 2);
    lines.forEach((line, nth) => {
      if (nth === middle) recorder.inputEnd();
      recorder.output(bytes(`${line}\n`));
    });
    await recorder.close();
    const [run] = readRecording(sink.text()).runs;
    expect(run?.lines.findIndex((line) => line.kind === "input-end")).toBe(middle);
    const told = (run?.lines ?? []).flatMap((line) => (line.kind === "out" ? [line.text] : []));
    const deltas = decodeAll(told).flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(deltas.join("")).toBe("the key [redacted] again");
  });

  it("are found across deltas when they are known by value and contain spaces", async () => {
    const sink = collector();
    const recorder = createRecorder(sink, { meta, secrets: ["blue horse"] });
    recorder.output(
      bytes(
        streamed("my blue horse runs", 3)
          .map((line) => `${line}\n`)
          .join(""),
      ),
    );
    await recorder.close();
    const [run] = readRecording(sink.text()).runs;
    const events = decodeAll((run?.lines ?? []).flatMap((line) => (line.kind === "out" ? [line.text] : [])));
    const deltas = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
    expect(deltas.join("")).toBe("my [redacted] runs");
  });

  it("do not hold back harmless words", () => {
    const sink = collector();
    const recorder = createRecorder(sink, { meta });
    const lines = streamed("Some words and more of them", 5);
    recorder.output(
      bytes(
        lines
          .slice(0, 6)
          .map((line) => `${line}\n`)
          .join(""),
      ),
    );
    expect(sink.text()).toContain("Some ");
  });

  it("hold back a bounded amount of text", () => {
    const sink = collector();
    const recorder = createRecorder(sink, { meta });
    for (const line of streamed(`${pem("BEGIN")}${"A".repeat(3_000_000)}`, 10_000).slice(0, 200)) {
      recorder.output(bytes(`${line}\n`));
    }
    expect(sink.text().length).toBeGreaterThan(10_000);
  });
});

/** The lines of a message with this text in pieces. */
function streamed(text: string, size: number): readonly string[] {
  const envelope = { session_id: "s", parent_tool_use_id: null };
  const event = (inner: object): string => JSON.stringify({ type: "stream_event", event: inner, ...envelope });
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: null, usage: {} };
  return [
    event({ type: "message_start", message: { ...message, content: [] } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    ...pieces.map((piece) =>
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } }),
    ),
    JSON.stringify({ type: "assistant", message: { ...message, content: [{ type: "text", text }] }, ...envelope }),
    event({ type: "content_block_stop", index: 0 }),
    event({ type: "message_stop" }),
  ];
}

function decodeAll(lines: readonly string[]): readonly Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const line of lines) decoder.push(`${line}\n`);
  decoder.end();
  return events;
}

function collector(): Writable & { text(): string } {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return Object.assign(sink, { text: () => Buffer.concat(chunks).toString("utf8") });
}

describe("a stream that never drains", () => {
  it("is given up with an error before its queue fills the memory", () => {
    const stuck = new Writable({ write: () => undefined });
    const recorder = createRecorder({ writable: stuck, redact: false }, { meta });
    const chunk = bytes(`${"x".repeat((1 << 20) - 1)}\n`);
    for (let megabyte = 0; megabyte < 100; megabyte += 1) recorder.stderr(chunk);
    expect(stuck.writableLength).toBeLessThan(70 << 20);
    expect(recorder.problem?.message).toContain("more than 64 MB wait to be written");
    expect(recorder.isBusy).toBe(false);
  });
});
