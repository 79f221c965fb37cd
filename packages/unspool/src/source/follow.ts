// A file that grows: what is there, and then what is added, as `tail -f` has it. One that is cut short is read from its
// beginning again.

import { open } from "node:fs/promises";
import { watch } from "node:fs";

const CHUNK_BYTES = 64 * 1024;
const LINE_END: Uint8Array = Buffer.from("\n");
/** Network folders and containers tell of no change: one looks from time to time. */
const LOOK_MS = 250;

export async function* follow(file: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const handle = await open(file);
  let place = 0;
  try {
    while (!signal.aborted) {
      const buffer = Buffer.alloc(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, place);
      place += bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else {
        const { size } = await handle.stat();
        if (size < place) {
          place = 0;
          // What was left of a line does not belong to the first one of the new beginning.
          yield LINE_END;
        } else await change(file, signal);
      }
    }
  } finally {
    await handle.close();
  }
}

function change(file: string, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, LOOK_MS);
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
