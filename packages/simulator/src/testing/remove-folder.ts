// Removes the folder of a program that may still be writing there.

import { rmSync } from "node:fs";

const TIMEOUT_MS = 5_000;
const PAUSE_MS = 50;

/** Retries, since `maxRetries` of `rmSync` retries only the removal of the emptied folder, not of files written since. */
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
