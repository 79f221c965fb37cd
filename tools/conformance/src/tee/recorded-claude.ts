// `unspool record` between an SDK and a CLI, with a spy on either side that records every byte, signal and end.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readRecording } from "unspool";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const spy = join(root, "packages/cli/test/record/spy.mjs");
const unspool = join(root, "packages/cli/dist/bundle/unspool.mjs");

export interface RecordedClaude {
  /** The program to start instead of the CLI. */
  readonly path: string;
  /** Returns the differences between the two spies and the recording. Waits for the end. */
  differences(): Promise<readonly string[]>;
}

/** Timeout for a process to end after its host. */
const END_MS = 15_000;

/** @param program the command that starts the CLI */
export function createRecordedClaude(folder: string, program: readonly string[]): RecordedClaude {
  mkdirSync(folder, { recursive: true });
  const [path, outer, inner, recording] = ["claude", "outer", "inner", "recording.ndjson"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const node = process.execPath;
  const tee = [node, unspool, "record", "--no-redact", "--output", recording, "--"];
  const words = [outer, ...tee, node, spy, inner, ...program];
  const lines = [
    `#!${node}`,
    `process.argv.splice(2, 0, ...${JSON.stringify(words)});`,
    `import(${JSON.stringify(pathToFileURL(spy).href)});`,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o755 });
  return {
    path,
    async differences() {
      const deadline = performance.now() + END_MS;
      while (!existsSync(join(outer, "end"))) {
        if (performance.now() > deadline) return ["it has not ended"];
        await sleep(20);
      }
      const ways = ["in", "out", "err", "signals", "end"];
      const differing = ways.filter((way) => !kept(outer, way).equals(kept(inner, way)));
      return [...differing.map((way) => `${way} differs`), ...unlike(recording, kept(outer, "in"), kept(outer, "out"))];
    },
  };
}

function kept(folder: string, way: string): Buffer {
  const file = join(folder, way);
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

/** Checks that the recording has the same lines. */
function unlike(recording: string, input: Buffer, output: Buffer): readonly string[] {
  const lines = readRecording(recording).runs.flatMap((run) => run.lines);
  const said = (kind: "in" | "out"): string =>
    lines.map((line) => (line.kind === kind ? line.text + (line.isCut === true ? "" : "\n") : "")).join("");
  return [
    ...(said("in") === input.toString("utf8") ? [] : ["the recording has another input"]),
    ...(said("out") === output.toString("utf8") ? [] : ["the recording has another output"]),
  ];
}
