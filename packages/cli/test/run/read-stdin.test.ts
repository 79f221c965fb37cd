// What of a piped stdin goes into a prompt, and what is refused.
import { PassThrough } from "node:stream";
import type { Clock } from "@unspool/client";
import { describe, expect, it } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import type { Io, StdinKind } from "../../src/cli/io.ts";
import { isPiped, MAX_TEXT_BYTES, readPiped, type PipedInput } from "../../src/run/read-stdin.ts";

const INIT = '{"type":"system","subtype":"init","session_id":"s1","model":"m","tools":[],"cwd":"/x"}\n';
const SAID =
  '{"type":"assistant","session_id":"s1","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"The answer."}]}}\n';
const result = (fields: object): string =>
  `${JSON.stringify({ type: "result", subtype: "success", is_error: false, session_id: "s1", result: "The answer.", ...fields })}\n`;
const STREAM = INIT + SAID + result({});

interface Read {
  readonly piped: Promise<PipedInput | undefined>;
  readonly stdin: PassThrough;
  readonly told: () => string;
  /** Lets the time pass that is waited for. */
  readonly pass: () => void;
}

function read(stdinKind: StdinKind = "pipe"): Read {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io: Io = { stdin, stdout, stderr, stdinKind, env: {}, cwd: "/", signal: new AbortController().signal };
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    after(_ms, callback) {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
  };
  return {
    piped: readPiped(io, clock),
    stdin,
    told: () => String(stderr.read() ?? ""),
    pass: () => {
      for (const callback of timers) callback();
    },
  };
}

function readAll(input: string | Buffer): Promise<PipedInput | undefined> {
  const { piped, stdin } = read();
  stdin.end(input);
  return piped;
}

describe("a stream on stdin", () => {
  it("is replaced by its answer", async () => {
    expect(await readAll(STREAM)).toEqual({ type: "answer", text: "The answer." });
  });

  it("is detected by its first line for any chunk boundaries", async () => {
    const { piped, stdin } = read();
    for (const byte of Buffer.from(`\n${STREAM}`)) stdin.write(Buffer.from([byte]));
    stdin.end();
    expect(await piped).toEqual({ type: "answer", text: "The answer." });
  });

  it.each([
    ["one JSON object, as --output-format json prints it", result({})],
    ["a JSON array, as --output-format json --verbose prints it", `[${STREAM.trim().replaceAll("\n", ",")}]`],
    ["lines of UTF-16, as PowerShell writes them", Buffer.from(`\uFEFF${STREAM}`, "utf16le")],
    [
      "a recording",
      `{"unspool":"recording","version":1}\n${STREAM.trim()
        .split("\n")
        .map((out) => JSON.stringify({ out }))
        .join("\n")}\n`,
    ],
  ])("may be %s", async (_what, input) => {
    expect(await readAll(input)).toEqual({ type: "answer", text: "The answer." });
  });

  it("may have structured data as its answer", async () => {
    const input = INIT + result({ result: "", structured_output: { answer: 42 } });
    expect(await readAll(input)).toEqual({ type: "answer", text: '{\n  "answer": 42\n}' });
  });

  it("may be a transcript without a result", async () => {
    const entry = {
      sessionId: "s1",
      cwd: "/x",
      uuid: "a",
      parentUuid: null,
      isSidechain: false,
      timestamp: "2030-01-01T00:00:00.000Z",
    };
    const said = {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "Kept." }],
    };
    const input = [
      { ...entry, type: "user", message: { role: "user", content: "Hi" } },
      { ...entry, type: "assistant", uuid: "b", parentUuid: "a", message: said },
    ];
    expect(await readAll(input.map((line) => `${JSON.stringify(line)}\n`).join(""))).toEqual({
      type: "answer",
      text: "Kept.",
    });
  });

  it("may be any successful recording", async () => {
    const input = loadRun("recordings/2.1.325/greeting").stdout;
    expect(await readAll(input)).toMatchObject({ type: "answer", text: expect.stringMatching(/\S/) as string });
  });

  it.each([
    ["that stops before its result", INIT + SAID, 1, /stopped before its result, so no prompt was sent\.$/],
    ["that stops in its second turn", STREAM + SAID, 1, /stopped before its result/],
    [
      "whose turn failed",
      INIT + result({ is_error: true, result: "bad\u001B[2J things" }),
      1,
      /failed \(bad.{0,8} things\), so no prompt was sent\.$/,
    ],
    ["without words", INIT + result({ result: "" }), 1, /has no answer in it/],
    ["of events of ours", '{"type":"text-end","agent":null,"line":3,"text":"x"}\n', 2, /use --raw instead of --json/],
  ])("%s is refused in one sentence", async (_what, input, exitCode, sentence) => {
    await expect(readAll(input)).rejects.toMatchObject({
      name: "UsageError",
      exitCode,
      message: expect.stringMatching(sentence) as string,
    });
  });
});

describe("text on stdin", () => {
  it.each([
    ["words", "diff --git a b\n"],
    ["JSON of another kind", '{\n  "name": "x",\n  "type": "module"\n}\n'],
    ["a list", "[1, 2]\n"],
    ["a document that quotes a stream", `# How it looks\n\n\`\`\`\n${STREAM}\`\`\`\n`],
    ["lines of JSON that have a type of their own", '{"type":"user","name":"Ann"}\n{"type":"user","name":"Ben"}\n'],
    ["a first line longer than any line of a stream", `{"a":"${"x".repeat(1 << 21)}"}`],
  ])("%s is taken as it is", async (_what, text) => {
    expect(await readAll(text)).toEqual({ type: "text", text });
  });

  it("in UTF-16 is decoded by its byte order mark", async () => {
    expect(await readAll(Buffer.from("\uFEFFGrüße", "utf16le"))).toEqual({ type: "text", text: "Grüße" });
  });

  it.each(["", "\n \n"])("%j counts as empty", async (text) => {
    expect(await readAll(text)).toBeUndefined();
  });

  it.each([
    ["binary", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /^What came on stdin is binary: /],
    ["too large", Buffer.alloc(MAX_TEXT_BYTES + 1, "a line\n"), /^What came on stdin is larger than 4 MiB/],
  ])("that is %s is refused in one sentence", async (_what, input, sentence) => {
    await expect(readAll(input)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(sentence) as string,
    });
  });

  it("without end is refused as soon as it is too large", async () => {
    const { piped, stdin } = read();
    stdin.write(Buffer.alloc(MAX_TEXT_BYTES + 1, "a line\n"));
    await expect(piped).rejects.toThrow("larger than 4 MiB");
  });
});

describe("a silent stdin", () => {
  it("that is a socket is ignored with a note", async () => {
    const { piped, pass, told, stdin } = read("socket");
    pass();
    expect(await piped).toBeUndefined();
    expect(told()).toMatch(/^unspool: Nothing came on stdin within 3 s: .*--file -.*--no-stdin/);
    expect(stdin.destroyed).toBe(true);
  });

  it("that is a pipe is awaited with a note", async () => {
    const { piped, pass, told, stdin } = read("pipe");
    pass();
    await new Promise((done) => setImmediate(done));
    expect(told()).toBe("unspool: waiting for stdin to end; --no-stdin ignores it.\n");
    stdin.end("late");
    expect(await piped).toEqual({ type: "text", text: "late" });
  });

  it.each<[StdinKind, boolean]>([
    ["pipe", true],
    ["file", true],
    ["socket", true],
    ["device", false],
    ["terminal", false],
  ])("that is a %s is read: %s", (stdinKind, isRead) => {
    const { stdin } = read();
    stdin.end();
    expect(isPiped({ stdin, stdinKind } as unknown as Io)).toBe(isRead);
  });
});
