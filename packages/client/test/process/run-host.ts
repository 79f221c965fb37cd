// Builds the host program once and runs it as a process of its own.

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

export interface RunningHost {
  readonly process: ChildProcess;
  /** Pids of the children that it has started. */
  readonly children: readonly number[];
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  stdout(): string;
  /** Resolves when it has said so, or has ended. */
  said(text: string): Promise<void>;
}

export async function buildHost(folder: string, source = new URL("host.ts", import.meta.url)): Promise<string> {
  const outfile = join(folder, "host.mjs");
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["unspool-source"],
    external: ["@valibot/to-json-schema", "zod"],
    logLevel: "silent",
  });
  return outfile;
}

export interface HostLimits {
  /** Limit of file descriptors. @default that of this process */
  readonly maxDescriptors?: number;
}

export function runHost(file: string, words: readonly string[], { maxDescriptors }: HostLimits = {}): RunningHost {
  const command = [process.execPath, file, ...words];
  // The words are the shell's own parameters, so it reads none of them.
  const [program = "", ...args] =
    maxDescriptors === undefined
      ? command
      : ["/bin/sh", "-c", `ulimit -n ${maxDescriptors}; exec "$@"`, "sh", ...command];
  // A group of its own: a signal that it sends to its group by mistake must not end the tests.
  const host = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], detached: true });
  let text = "";
  let waiting: (() => void)[] = [];
  const wake = (): void => waiting.forEach((check) => check());
  let isOver = false;
  host.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    wake();
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    host.once("close", (code, signal) => {
      isOver = true;
      wake();
      resolve({ code, signal });
    });
  });
  const children = (): readonly number[] => [...text.matchAll(/child (\d+)/g)].map(([, pid]) => Number(pid));
  onTestFinished(() => {
    for (const pid of [host.pid, ...children()]) kill(pid);
  });
  return {
    process: host,
    get children() {
      return children();
    },
    exited,
    stdout: () => text,
    said: (part) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isOver && !text.includes(part)) return;
          waiting = waiting.filter((one) => one !== check);
          resolve();
        };
        waiting.push(check);
        check();
      }),
  };
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // As it should be.
  }
}
