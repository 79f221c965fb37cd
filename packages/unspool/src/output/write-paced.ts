// Writes at the reader's pace. Resolves at once while there is room, else when there is some again or nobody wants it any
// more.

import type { Writable } from "node:stream";

export async function writePaced(stream: Writable, text: string | Uint8Array, signal?: AbortSignal): Promise<void> {
  if (text.length === 0 || stream.write(text) || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const goOn = (): void => {
      for (const event of events) stream.off(event, goOn);
      signal?.removeEventListener("abort", goOn);
      resolve();
    };
    for (const event of events) stream.on(event, goOn);
    signal?.addEventListener("abort", goOn, { once: true });
    if (signal?.aborted === true) goOn();
  });
}
