// A fake CLI behind each transport, with a witness at its own side of the pipe: what the client is held to is what the
// program wrote, not what the client says it read.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import {
  SIMULATED_VERSIONS,
  spawnSimulated,
  type Fault,
  type Scenario,
  type SimulatedClaude,
} from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Session } from "../../src/session/types.ts";
import type { WrittenOutput } from "./written-output.ts";

export interface FakeProgram {
  /** What points a session at it. */
  readonly options: SessionOptions;
  /** Returns one output for each start. Call it after the session has ended. */
  readonly writtenOutputs: () => Promise<readonly WrittenOutput[]>;
  /** Returns the pid of each start, if it is a process. */
  pids(): readonly number[];
  /** Sends a signal as another process would. */
  readonly signal: (name: "SIGINT" | "SIGTERM", session: Session) => void;
  remove(): void;
}

export interface FakeProgramOptions {
  readonly scenario: Scenario;
  readonly version?: string;
  readonly seed?: number;
  readonly faults?: readonly Fault[];
  /** 0: delays are virtual. 1: they take their time. @default 0 */
  readonly speed?: number;
}

/** A child process, started as a real CLI would be. */
export function childProgram(options: FakeProgramOptions): FakeProgram {
  const { speed = 0, ...plays } = options;
  const { version = SIMULATED_VERSIONS[0] } = plays;
  const fake = fakeClaude({ ...plays, args: ["--simulate-speed", String(speed)] });
  const dir = mkdtempSync(join(tmpdir(), "unspool-proof-"));
  const output = join(dir, "output");
  mkdirSync(output);
  // Gives the client the version, as the package of a real CLI does.
  writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "@anthropic-ai/claude-code", version }));
  const path = join(dir, "claude");
  writeFileSync(path, teeScript(output, fake.path), { mode: 0o755 });
  return {
    options: { executable: path },
    writtenOutputs: async () => readWrittenOutputs(output),
    pids: () => listStarts(output).map((name) => Number(name.split("-")[1])),
    signal: (name, { pid }) => void (pid === undefined ? undefined : process.kill(pid, name)),
    remove() {
      fake.cleanup();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The simulator in this process. */
export function simulatedProgram(options: FakeProgramOptions): FakeProgram {
  const start = spawnSimulated(options);
  const starts: { readonly claude: SimulatedClaude; readonly tee: Tee }[] = [];
  return {
    options: {
      spawn(launch) {
        const claude = start(launch);
        const tee = createTee(claude.stdout);
        starts.push({ claude, tee });
        return { ...claude, stdout: tee.stdout };
      },
    },
    async writtenOutputs() {
      const all: WrittenOutput[] = [];
      for (const { tee } of starts) {
        const bytes = await tee.rest();
        all.push({ bytes, sure: bytes.length });
      }
      return all;
    },
    pids: () => [],
    signal: (name) => void starts.at(-1)?.claude.kill(name),
    remove: () => undefined,
  };
}

interface Tee {
  readonly stdout: AsyncIterable<Uint8Array>;
  /** All of it, also what its reader has left. */
  rest(): Promise<Uint8Array>;
}

function createTee(source: AsyncIterable<Uint8Array>): Tee {
  const chunks: Uint8Array[] = [];
  const iterator = source[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<Uint8Array, unknown>> = Promise.resolve({ done: false, value: new Uint8Array() });
  const next = (): Promise<IteratorResult<Uint8Array, unknown>> => {
    pending = iterator.next().then((result) => {
      if (result.done !== true) chunks.push(result.value);
      return result;
    });
    return pending;
  };
  return {
    stdout: { [Symbol.asyncIterator]: () => ({ next, return: async () => ({ done: true, value: undefined }) }) },
    async rest() {
      for (let result = await pending; result.done !== true; result = await next());
      return Buffer.concat(chunks);
    },
  };
}

/** Compiled once: the program is plain JavaScript. */
let teeText: string | undefined;

function teeScript(output: string, program: string): string {
  const source = fileURLToPath(new URL("tee.ts", import.meta.url));
  teeText ??= transformSync(readFileSync(source, "utf8"), { loader: "ts", format: "cjs" }).code;
  return `#!${process.execPath}
${teeText}
tee(${JSON.stringify(output)}, require("node:fs"));
require(${JSON.stringify(program)});
`;
}

function readWrittenOutputs(output: string): readonly WrittenOutput[] {
  return listStarts(output).map((name) => ({
    bytes: readFileSync(join(output, `${name}.bytes`)),
    sure: Number(readFileSync(join(output, `${name}.sure`), "utf8")),
  }));
}

/** In order; the tee names its files by time and pid. */
function listStarts(output: string): readonly string[] {
  return readdirSync(output)
    .filter((name) => name.endsWith(".sure"))
    .map((name) => name.replace(".sure", ""))
    .sort();
}
