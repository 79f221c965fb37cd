// The executable as a shell starts it, for tests: bytes in, bytes and an end out. Nothing of this machine's environment.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../..", import.meta.url));
export const unspoolPath: string = join(packages, "cli/dist/bundle/unspool.mjs");
export const simulatorPath: string = join(packages, "simulator/dist/bundle/claude.cjs");

export interface RunOptions {
  readonly input?: string | Uint8Array | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called when it runs, before the input is given. */
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void;
  /** Stdin stays open. */
  readonly keepsInput?: boolean;
}

export interface Ran {
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Any program, from start to end. */
export function runProgram(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: "/nonexistent",
    ...options.env,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: options.cwd ?? tmpdir() });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const bytes = Buffer.concat(stdout);
      resolve({ stdout: bytes.toString(), bytes, stderr: Buffer.concat(stderr).toString(), code, signal });
    });
    options.onStart?.(child);
    if (options.input !== undefined) child.stdin.write(options.input);
    if (options.keepsInput !== true) child.stdin.end();
  });
}

export function unspool(args: readonly string[], options?: RunOptions): Promise<Ran> {
  return runProgram(process.execPath, [unspoolPath, ...args], options);
}

/** A folder of its own, gone when it is disposed of. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "unspool-command-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
