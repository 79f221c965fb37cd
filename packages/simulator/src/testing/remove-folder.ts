// Removes the folder of a program that may still be writing there.

import { rmSync } from "node:fs";

const TIMEOUT_MS = 5_000;
const PAUSE_MS = 50;

/** Removes a folder with retries. `maxRetries` of `rmSync` does not retry files that were written in the meantime. */
export function removeFolder(path: string): void {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
