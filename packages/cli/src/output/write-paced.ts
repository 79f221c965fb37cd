// Writes with backpressure: resolves when the stream accepts more data, has closed or failed, or the signal is aborted.

import type { Writable } from "node:stream";

export async function writePaced(stream: Writable, text: string | Uint8Array, signal?: AbortSignal): Promise<void> {
  if (text.length === 0 || stream.write(text) || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const finish = (): void => {
      for (const event of events) stream.off(event, finish);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    for (const event of events) stream.on(event, finish);
    signal?.addEventListener("abort", finish, { once: true });
    if (signal?.aborted === true) finish();
  });
}
