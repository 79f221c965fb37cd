// Removing the folder of a program that may be just ending, and still be writing there.

import { rmSync } from "node:fs";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** `maxRetries` of `rmSync` would not do: it tries again to remove the emptied folder, and not what has come into it since. */
export function removeFolder(path: string): void {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
