// Copies bytes from one stream to another and to the recorder, at the pace of the slowest of the three.

import type { Readable, Writable } from "node:stream";
import type { Recorder } from "@unspool/client";

export interface Pump {
  /** Resolves at the end, after an error, or when the reader has gone. */
  readonly done: Promise<void>;
  /** The time of the last activity, by `performance.now()`. */
  lastActivity(): number;
}

export function pump(from: Readable, to: Writable, recorder: Recorder, onChunk: (chunk: Uint8Array) => void): Pump {
  let last = performance.now();
  let isWaiting = false;

  async function waitForRoom(hasRoom: boolean): Promise<void> {
    isWaiting = true;
    from.pause();
    await Promise.all([hasRoom ? undefined : waitForDrain(to), recorder.drained()]);
    last = performance.now();
    isWaiting = false;
    from.resume();
  }

  const done = new Promise<void>((resolve) => {
    from.on("data", (chunk: Uint8Array) => {
      last = performance.now();
      const hasRoom = to.write(chunk);
      onChunk(chunk);
      if (!hasRoom || recorder.isBusy) void waitForRoom(hasRoom);
    });
    for (const event of ["end", "error", "close"]) from.on(event, () => resolve());
    // Lets the writer notice that nobody reads.
    for (const event of ["error", "close"]) to.on(event, () => from.destroy());
  });
  return { done, lastActivity: () => (isWaiting ? performance.now() : last) };
}

function waitForDrain(to: Writable): Promise<void> {
  return new Promise((resolve) => {
    const events = ["drain", "close", "error"];
    const finish = (): void => {
      for (const event of events) to.off(event, finish);
      resolve();
    };
    for (const event of events) to.on(event, finish);
    if (to.destroyed) finish();
  });
}
