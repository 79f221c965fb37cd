// Runs a command with in-memory streams and keeps what it writes.

import { PassThrough, Readable } from "node:stream";
import type { ExitStatus, Io } from "../src/cli/io.ts";
import { main } from "../src/main.ts";

export interface Ran {
  readonly code: ExitStatus;
  readonly out: string;
  readonly err: string;
}

export interface World {
  readonly stdin?: string | Buffer;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export async function runCommand(words: readonly string[], world: World = {}): Promise<Ran> {
  const { stdin, isTerminal = false, columns = 80, env = {}, cwd = "/" } = world;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = { out: "", err: "" };
  stdout.on("data", (chunk: Buffer) => (written.out += chunk.toString("utf8")));
  stderr.on("data", (chunk: Buffer) => (written.err += chunk.toString("utf8")));
  const io: Io = {
    stdin:
      stdin === undefined ? Object.assign(Readable.from([]), { isTTY: true }) : Readable.from([Buffer.from(stdin)]),
    stdout: Object.assign(stdout, { isTTY: isTerminal, columns }),
    stderr: Object.assign(stderr, { isTTY: isTerminal }),
    env,
    cwd,
    signal: new AbortController().signal,
  };
  const code = await main(words, io, "0.0.0");
  await new Promise((done) => setImmediate(done));
  return { code, ...written };
}
