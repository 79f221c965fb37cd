// A transport whose handlers remember what they were told, for small programs that misbehave.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { getProcessInfo } from "../../src/process/process-table.ts";
import { openRegistry, type Registry } from "../../src/process/registry.ts";
import { createChildTransport } from "../../src/transport/child-transport.ts";
import { script } from "./launch.ts";
import type { Launch, Transport, TransportExit, TransportFactory } from "../../src/transport/types.ts";

export interface Collected {
  readonly transport: Transport;
  readonly exited: Promise<TransportExit>;
  /** How often `onExit` was called. */
  readonly exits: () => number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when stdout has the text. */
  readonly has: (text: string) => Promise<void>;
}

export function collect(factory: TransportFactory, launch: Launch): Collected {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  let exits = 0;
  let waiting: (() => void)[] = [];
  let tell: (exit: TransportExit) => void = () => undefined;
  const exited = new Promise<TransportExit>((resolve) => {
    tell = resolve;
  });
  const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString("utf8");
  const transport = factory(launch, {
    onData(chunk) {
      out.push(chunk);
      for (const check of waiting) check();
    },
    onStderr: (chunk) => void err.push(chunk),
    onExit(exit) {
      exits += 1;
      tell(exit);
    },
  });
  onTestFinished(() => void transport.kill("SIGKILL"));
  return {
    transport,
    exited,
    exits: () => exits,
    stdout: () => text(out),
    stderr: () => text(err),
    has: (part) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!text(out).includes(part)) return;
          waiting = waiting.filter((one) => one !== check);
          resolve();
        };
        waiting.push(check);
        check();
        void exited.then(() => reject(new Error(`ended without ${part}: ${text(out)} ${text(err)}`)));
      }),
  };
}

/** Whether the process runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  return getProcessInfo(pid)?.isZombie === false;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "unspool-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryRegistry(): Registry {
  return openRegistry(join(temporaryFolder(), "children"));
}

export function start(code: string, more: Partial<Launch> = {}): Collected {
  return collect(createChildTransport({ registry: temporaryRegistry() }), script(code, more));
}
