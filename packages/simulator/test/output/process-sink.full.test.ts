// The faults of a real process: bundled from source, started, and watched from outside.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../src/faults/types.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-faults-"));
const program = join(folder, "program.mjs");
const children: ChildProcess[] = [];

// Writes the lines of its arguments (a number is a line of that length), then its stdin, and exits as the simulator does.
const SOURCE = `
  import { createFaultyOutput } from "./faulty-output.ts";
  import { createProcessSink } from "./process-sink.ts";
  import { writeSync } from "node:fs";
  const [faults, lines, tellsMemory] = process.argv.slice(2).map((text) => JSON.parse(text));
  if (tellsMemory) process.on("exit", () => writeSync(2, String(process.resourceUsage().maxRSS)));
  const sink = createProcessSink(process);
  const output = createFaultyOutput({ faults, seed: 1, sink });
  process.on("SIGTERM", () => { if (!output.ignoresSigterm) sink.exit({ code: 143 }); });
  for (const line of lines) await output.write((typeof line === "number" ? "x".repeat(line) : line) + "\\n");
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => void output.write(text));
  process.stdin.on("end", async () => {
    await output.end();
    if (output.neverExits) setInterval(() => {}, 1 << 30);
    else sink.exit({ code: 0 });
  });
  process.stdin.on("close", () => setTimeout(() => {}, 1 << 30));
`;

beforeAll(async () => {
  const resolveDir = join(import.meta.dirname, "../../src/output");
  await build({
    stdin: { contents: SOURCE, resolveDir, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile: program,
    logLevel: "silent",
  });
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function start(
  faults: readonly Fault[],
  lines: readonly (string | number)[] = [],
  tellsMemory = false,
): ChildProcess & Streams & Ends {
  const args = [program, JSON.stringify(faults), JSON.stringify(lines), JSON.stringify(tellsMemory)];
  const child = spawn(process.execPath, args, { stdio: "pipe", env: {} });
  children.push(child);
  child.stdin.on("error", () => {});
  return Object.assign(child, { exited: once(child, "exit"), closed: once(child, "close") });
}

type Streams = Required<{ [Key in "stdin" | "stdout" | "stderr"]: NonNullable<ChildProcess[Key]> }>;

/** Promises that are created at the start, since a later listener may miss the events. */
interface Ends {
  readonly exited: Promise<unknown[]>;
  readonly closed: Promise<unknown[]>;
}

async function run(
  faults: readonly Fault[],
  lines: readonly (string | number)[] = [],
  tellsMemory = false,
): Promise<{ out: Buffer; chunks: number; err: Buffer; code: number | null; signal: string | null }> {
  const child = start(faults, lines, tellsMemory);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.end();
  const [code, signal] = (await child.closed) as [number | null, string | null];
  return { out: Buffer.concat(out), chunks: out.length, err: Buffer.concat(err), code, signal };
}

describe("a process", () => {
  it("writes its lines and exits if there are no faults", async () => {
    const { out, code } = await run([], ["a", "b"]);
    expect({ out: out.toString(), code }).toEqual({ out: "a\nb\n", code: 0 });
  });

  it("exits with the given code at the given byte, with everything before it written", async () => {
    const { out, code } = await run([{ fault: "exit", code: 42, atByte: 300_001 }], [1_000_000]);
    expect({ bytes: out.length, code }).toEqual({ bytes: 300_001, code: 42 });
  });

  it.each(["SIGKILL", "SIGTERM", "SIGINT", "SIGABRT"])("exits by the signal %s", async (signal) => {
    const end = await run([{ fault: "exit", signal, afterLines: 1 }], ["a", "b"]);
    expect({ out: end.out.toString(), signal: end.signal }).toEqual({ out: "a\n", signal });
  });

  it("exits undrained and loses the bytes that the pipe did not take", async () => {
    const child = start([{ fault: "exit", code: 3, undrained: true, afterLines: 1 }], [8_000_000]);
    // Nothing is read until the process has exited.
    const [code] = (await child.exited) as [number];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => (bytes += chunk.length));
    await child.closed;
    expect(code).toBe(3);
    expect(bytes).toBeLessThan(8_000_001);
  });

  it("writes a line of 100 MB with bounded memory", async () => {
    const plain = await run([], ["a"], true);
    const { out, err, code } = await run(
      [{ fault: "long-line" }, { fault: "exit", code: 0, atByte: 100_000_000 }],
      [],
      true,
    );
    expect({ bytes: out.length, end: out.at(-1), code }).toEqual({ bytes: 100_000_000, end: 0x0a, code: 0 });
    expect(Number(err) - Number(plain.err)).toBeLessThan(50_000);
  });

  it("sends chunks separately", async () => {
    const line = "größer 😀".repeat(1000);
    const { out, chunks } = await run([{ fault: "chunks", bytes: 1 }], [line]);
    expect(out.toString()).toBe(`${line}\n`);
    // The reader may get several chunks at once, but a single write would arrive as one.
    expect(chunks).toBeGreaterThan(1);
  });

  it("floods stderr", async () => {
    expect((await run([{ fault: "stderr-flood" }])).err.length).toBe(1_000_000);
  });

  it("closes its stdin, so that the writer gets a broken pipe", async () => {
    const child = start([{ fault: "close-stdin" }], ["ready"]);
    await once(child.stdout, "data");
    const [error] = await Promise.all([
      once(child.stdin, "error").then(([cause]) => cause as NodeJS.ErrnoException),
      keepWriting(child),
    ]);
    expect(["EPIPE", "ECONNRESET"]).toContain(error.code);
    child.kill("SIGKILL");
  });

  it("ignores SIGTERM and stays after the end of input", async () => {
    const child = start([{ fault: "ignore-sigterm" }, { fault: "no-exit" }], ["ready"]);
    const heard = listen(child);
    await heard("ready\n");
    child.stdin.write("before\n");
    await heard("before\n");
    child.kill("SIGTERM");
    child.stdin.write("after\n");
    await heard("after\n");
    child.stdin.end();
    // Waits as long as another process needs from start to exit.
    expect((await run([], ["a"])).code).toBe(0);
    child.kill("SIGKILL");
    expect(await child.exited).toEqual([null, "SIGKILL"]);
  });

  it.skipIf(process.platform === "win32")("leaves a grandchild that keeps stdout open", async () => {
    const child = start([{ fault: "grandchild", ms: 5000 }], ["ready"]);
    child.stdout.resume();
    let hasEnded = false;
    child.stdout.once("end", () => (hasEnded = true));
    child.stdin.end();
    await child.exited;
    // One turn of the event loop is enough for an end that is already there.
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    await child.closed;
    expect(child.exitCode).toBe(0);
  });

  it("exits when the reader closes stdout", async () => {
    const child = start([{ fault: "flood", lines: 1_000_000 }]);
    await once(child.stdout, "data");
    child.stdout.destroy();
    const [code] = (await child.exited) as [number];
    expect(code).toBe(1);
  });
});

/** Returns a function that waits for a text, in whatever chunks it comes. */
function listen(child: Streams): (wanted: string) => Promise<void> {
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return async (wanted) => {
    while (!text.includes(wanted)) await once(child.stdout, "data");
  };
}

async function keepWriting(child: ChildProcess & Streams): Promise<void> {
  while (!child.stdin.destroyed) {
    child.stdin.write("x\n");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
