// Bytes from one stream to another as they come, seen by a third party, at the pace of the slowest of the three.

import type { Readable, Writable } from "node:stream";
import type { Recorder } from "@unspool/client";

export interface Pump {
  /** Nothing more will come: the end, an error, or nobody who wants it. */
  readonly done: Promise<void>;
  /** When something last came or waited, by `performance.now()`. */
  lastMoved(): number;
}

export function pump(from: Readable, to: Writable, recorder: Recorder, onChunk: (chunk: Uint8Array) => void): Pump {
  let last = performance.now();
  let isWaiting = false;

  async function wait(hasRoom: boolean): Promise<void> {
    isWaiting = true;
    from.pause();
    await Promise.all([hasRoom ? undefined : room(to), recorder.drained()]);
    last = performance.now();
    isWaiting = false;
    from.resume();
  }

  const done = new Promise<void>((resolve) => {
    from.on("data", (chunk: Uint8Array) => {
      last = performance.now();
      const hasRoom = to.write(chunk);
      onChunk(chunk);
      if (!hasRoom || recorder.isBusy) void wait(hasRoom);
    });
    for (const event of ["end", "error", "close"]) from.on(event, () => resolve());
    // Who writes to us is to learn that nobody reads.
    for (const event of ["error", "close"]) to.on(event, () => from.destroy());
  });
  return { done, lastMoved: () => (isWaiting ? performance.now() : last) };
}

function room(to: Writable): Promise<void> {
  return new Promise((resolve) => {
    const events = ["drain", "close", "error"];
    const goOn = (): void => {
      for (const event of events) to.off(event, goOn);
      resolve();
    };
    for (const event of events) to.on(event, goOn);
    if (to.destroyed) goOn();
  });
}
