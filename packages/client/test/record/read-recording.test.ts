// Reads both kinds of recordings, and rejects other files with what they are.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listVersions, loadRuns, toPath } from "../../../../fixtures/load.ts";
import { ClaudeError } from "../../src/errors.ts";
import { readRecording } from "../../src/record/read-recording.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-reading-"));
afterAll(() => rmSync(folder, { recursive: true }));

const header = '{"unspool":"recording","version":1,"startedAt":"2026-01-02T03:04:05.000Z","args":["-p"]}';

function failure(read: () => unknown): ClaudeError {
  try {
    read();
  } catch (error) {
    if (error instanceof ClaudeError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("reading a recording", () => {
  it("returns lines in both directions, with times", () => {
    const text = `${header}\n{"t":0,"in":"a"}\n{"t":5,"out":"b"}\n{"t":6,"err":"c","cut":true}\n{"t":7,"end":"in"}\n{"t":9,"exit":{"code":null,"signal":"SIGTERM"}}\n`;
    expect(readRecording(text)).toEqual({
      source: "recording",
      warnings: [],
      runs: [
        {
          startedAt: Date.parse("2026-01-02T03:04:05.000Z"),
          args: ["-p"],
          lines: [
            { kind: "in", text: "a", timeMs: 0 },
            { kind: "out", text: "b", timeMs: 5 },
            { kind: "err", text: "c", timeMs: 6, isCut: true },
            { kind: "input-end", timeMs: 7 },
            { kind: "exit", exit: { code: null, signal: "SIGTERM" }, timeMs: 9 },
          ],
        },
      ],
    });
  });

  it("reads lines after an exit as another run", () => {
    const text = `${header}\n{"t":5,"out":"a"}\n{"t":9,"exit":{"code":1,"signal":null}}\n{"t":12,"in":"b"}\n{"t":15,"out":"c"}\n`;
    const { runs } = readRecording(text);
    expect(runs.map(({ lines }) => lines.map(({ kind, timeMs }) => `${kind} ${timeMs}`))).toEqual([
      ["out 5", "exit 9"],
      ["in 3", "out 6"],
    ]);
    expect(runs[1]?.startedAt).toBe(Date.parse("2026-01-02T03:04:05.009Z"));
  });

  it("skips broken lines with a warning", () => {
    const { runs, warnings } = readRecording(`${header}\n{"t":1,"out":"a"}\nrubbish\n{"t":2}\n{"t":3,"out":"b"}\n`);
    expect(runs[0]?.lines).toHaveLength(2);
    expect(warnings.map((warning) => /line (\d+)/.exec(warning)?.[1])).toEqual(["3", "4"]);
  });

  it("reads a file by its path, its bytes or its text", () => {
    const file = join(folder, "a.ndjson");
    writeFileSync(file, `${header}\n{"t":1,"out":"a"}\n`);
    const read = readRecording(file);
    expect(read.runs).toHaveLength(1);
    expect(readRecording(readFileSync(file))).toEqual(read);
    expect(readRecording(readFileSync(file, "utf8"))).toEqual(read);
  });

  it.each(listVersions("recordings"))("reads our recordings of %s as the tests do", (version) => {
    for (const run of loadRuns("recordings", version)) {
      const { source, runs, warnings } = readRecording(toPath(run.id));
      const pickLines = (kind: string): unknown =>
        runs[0]?.lines.flatMap((line) => (line.kind === kind && "text" in line ? line.text : []));
      expect({ source, warnings, runs: runs.length }).toEqual({ source: "recording", warnings: [], runs: 1 });
      expect([pickLines("out"), pickLines("in")]).toEqual([run.lines, run.stdinLines]);
      expect(runs[0]?.args).toEqual(run.args);
    }
  });

  it.each(listVersions("recordings"))("reads the plain stdout of %s without changing a byte", (version) => {
    for (const { stdout } of loadRuns("recordings", version)) {
      const text = stdout.toString();
      const { source, runs } = readRecording(text);
      expect(source).toBe("stdout");
      const told = runs[0]?.lines.map((line) =>
        line.kind === "out" ? `${line.text}${line.isCut === true ? "" : "\n"}` : "",
      );
      expect(told?.join("")).toBe(text);
    }
  });

  it.each([
    ["nothing", "\n", "it is empty"],
    ["a letter", "Dear all,\nhow are you?\n", "Dear all,"],
    ["other JSON", '{"name":"package"}\n', '{"name":"package"}'],
    ["a transcript", '{"type":"user","sessionId":"s","parentUuid":null}\n', "sessions.read"],
    ["a later version", '{"unspool":"recording","version":2}\n', "version 2"],
  ])("rejects %s, and reports what it found and what it expects", (_, text, found) => {
    const error = failure(() => readRecording(text));
    expect(error.code).toBe("replay-mismatch");
    expect(error.message).toContain(found);
  });

  it("names the file that it could not read", () => {
    const file = join(folder, "missing.ndjson");
    const error = failure(() => readRecording(file));
    expect(error.code).toBe("file-failed");
    expect(error.message).toContain(file);
  });
});
