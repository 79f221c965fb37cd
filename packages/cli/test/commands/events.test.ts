import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDecoder, EVENT_TYPES } from "@unspool/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadRun, writeStdout } from "../../../../fixtures/load.ts";
import { temporaryFolder, unspool, unspoolPath } from "../process.ts";

const { stdout: stream } = loadRun("recordings/2.1.325/agents");

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = writeStdout("recordings/2.1.325/agents", folder.path);
});
afterEach(() => folder.remove());

function decoded(bytes: Uint8Array): string {
  const lines: string[] = [];
  const decoder = createDecoder({ onEvent: (event) => lines.push(`${JSON.stringify(event)}\n`) });
  decoder.push(bytes);
  decoder.end();
  return lines.join("");
}

interface SomeEvent {
  readonly type: string;
  readonly agent: string | null;
  readonly file?: string;
}

function eventsIn(stdout: string): SomeEvent[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SomeEvent);
}

describe("unspool events", () => {
  it("prints the events of the decoder, from a file and from stdin", async () => {
    const [fromFile, fromStdin] = await Promise.all([
      unspool(["events", file]),
      unspool(["events"], { input: stream }),
    ]);
    expect(fromFile).toMatchObject({ stdout: decoded(stream), stderr: "", code: 0 });
    expect(fromStdin).toMatchObject({ stdout: decoded(stream), stderr: "", code: 0 });
  });

  it("prints the same events for a stream that arrives byte by byte", async () => {
    const short = stream.subarray(0, 3000);
    const { stdout } = await unspool(["events"], {
      keepsInput: true,
      onStart(child) {
        void (async () => {
          for (const byte of short)
            if (!child.stdin.write(Buffer.of(byte))) await new Promise((go) => child.stdin.once("drain", go));
          child.stdin.end();
        })();
      },
    });
    expect(stdout).toBe(decoded(short));
  });

  it("reads CRLF line ends", async () => {
    const windows = Buffer.from(stream.toString().replaceAll("\n", "\r\n"));
    expect((await unspool(["events"], { input: windows })).stdout).toBe(decoded(stream));
  });

  it("reads recordings as the stdout of the CLI", async () => {
    const header = '{"unspool":"recording","version":1,"startedAt":"2026-01-01T00:00:00.000Z","args":[]}\n';
    const lines = stream.toString().trimEnd().split("\n");
    const recorded = join(folder.path, "recording.ndjson");
    writeFileSync(recorded, header + lines.map((out) => `${JSON.stringify({ t: 1, out })}\n`).join(""));
    expect((await unspool(["events", recorded])).stdout).toBe(decoded(stream));
  });

  it("filters by type, with * as a wildcard", async () => {
    const { stdout } = await unspool(["events", file, "--type", "text-*", "-t", "turn-end"]);
    expect(new Set(eventsIn(stdout).map(({ type }) => type))).toEqual(
      new Set(["text-start", "text-delta", "text-end", "turn-end"]),
    );
  });

  it("filters by agent", async () => {
    const all = eventsIn(decoded(stream));
    const agent = all.find((event) => event.agent !== null)?.agent ?? "";
    const [main, other] = await Promise.all([
      unspool(["events", file, "--agent", "main"]),
      unspool(["events", file, "--agent", agent]),
    ]);
    expect(eventsIn(main.stdout)).toEqual(all.filter((event) => event.agent === null));
    expect(eventsIn(other.stdout)).toEqual(all.filter((event) => event.agent === agent));
  });

  it("filters by text, ignoring ids", async () => {
    const { stdout } = await unspool(["events", file, "--text", "^Sending", "--type", "text-end"]);
    expect(eventsIn(stdout)).toHaveLength(1);
    expect((await unspool(["events", file, "--text", "^toolu_", "--type", "text-end"])).stdout).toBe("");
  });

  it("adds the file to each event of several files", async () => {
    const { stdout } = await unspool(["events", file, file, "--type", "turn-end"]);
    expect(eventsIn(stdout).map((event) => event.file)).toEqual(eventsIn(stdout).map(() => file));
  });

  it("follows a growing file until Ctrl-C", async () => {
    const growing = join(folder.path, "growing.ndjson");
    const half = stream.indexOf(10, stream.length / 2) + 1;
    writeFileSync(growing, stream.subarray(0, half));
    const child = spawn(process.execPath, [unspoolPath, "events", "--follow", growing]);
    let text = "";
    let hasGrown = false;
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!hasGrown) appendFileSync(growing, stream.subarray(half));
      hasGrown = true;
      if (text.includes('"turn-end"')) child.kill("SIGINT");
    });
    expect(await ended).toBe(130);
    expect(text).toBe(decoded(stream).slice(0, text.length));
  });

  it("exits quietly when the reader closes the pipe", async () => {
    const child = spawn(process.execPath, [unspoolPath, "events", ...Array.from({ length: 40 }, () => file)]);
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => void (stderr += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.stdout.once("data", () => child.stdout.destroy());
    expect({ code: await ended, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it.each([
    [["events", "--type", "text-emd"], 'There is no event type "text-emd". Did you mean text-end?'],
    [["events", "--text", "("], '--text takes a regular expression, not "(".'],
    [["events", "./nowhere"], "There is no file ./nowhere."],
    [["events", "."], ". is a folder: give a file in it."],
    [["events", "--follow", "a", "b"], "--follow takes one file: remove the others."],
  ])("refuses %j in one sentence", async (args, sentence) => {
    const { stdout, stderr, code } = await unspool(args);
    expect({ stdout, stderr, code }).toEqual({ stdout: "", stderr: `unspool: ${sentence}\n`, code: 2 });
  });

  it("accepts all event types of the protocol", async () => {
    expect((await unspool(["events", file, "--type", EVENT_TYPES.join(",")])).stdout).toBe(decoded(stream));
  });
});
