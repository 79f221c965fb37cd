// Reads a growing file, as `tail -f` does. A file that was truncated is read from its start again.

import { open } from "node:fs/promises";
import { watch } from "node:fs";

const CHUNK_BYTES = 64 * 1024;
const LINE_END: Uint8Array = Buffer.from("\n");
/** Interval of polling: network folders and containers report no changes. */
const POLL_MS = 250;

export async function* followFile(file: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const handle = await open(file);
  let position = 0;
  try {
    while (!signal.aborted) {
      const buffer = Buffer.alloc(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
      position += bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else {
        const { size } = await handle.stat();
        if (size < position) {
          position = 0;
          // Ends the unfinished line, so that the new first line does not continue it.
          yield LINE_END;
        } else await waitForChange(file, signal);
      }
    }
  } finally {
    await handle.close();
  }
}

function waitForChange(file: string, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, POLL_MS);
    const watcher = tryWatch(file, finish);
    signal.addEventListener("abort", finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      watcher?.close();
      signal.removeEventListener("abort", finish);
      done();
    }
  });
}

function tryWatch(file: string, onChange: () => void): { close(): void } | undefined {
  try {
    return watch(file, onChange).on("error", () => undefined);
  } catch {
    return undefined;
  }
}
