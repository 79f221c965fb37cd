// heap-growth: what one decoder still holds, in MB (1,000,000 bytes), after a million events nobody kept: thousands of
// messages, agents, tool calls and turns, each with ids of its own.

import { createDecoder } from "../../dist/index.js";
import { mixedSession } from "../data/sessions.mjs";
import { printAtMost } from "../report.mjs";

export function measureHeapGrowth(events, limit) {
  // The first run compiles, fills the caches of the engine and is thrown away.
  decodeUntil(createCountingDecoder(), 50_000);
  const before = heapBytes();
  const counting = createCountingDecoder();
  decodeUntil(counting, events);
  const kept = heapBytes() - before;
  // The decoder is asked once more, so that it was alive all the time.
  if (counting.decoder.stats.malformed > 0) throw new Error("the made-up session has malformed lines");
  printAtMost("heap-growth", kept / 1_000_000, limit);
}

function createCountingDecoder() {
  const counting = { events: 0, decoder: undefined };
  counting.decoder = createDecoder({
    onEvent() {
      counting.events += 1;
    },
  });
  return counting;
}

function decodeUntil(counting, events) {
  const encoder = new TextEncoder();
  let pending = [];
  for (const line of mixedSession(5)) {
    pending.push(line);
    if (pending.length < 100) continue;
    counting.decoder.push(encoder.encode(`${pending.join("\n")}\n`));
    pending = [];
    if (counting.events >= events) return;
  }
}

/** Bytes in use after everything dead is gone, buffers outside the heap included. */
function heapBytes() {
  // Twice: what the first collection finalises, the second frees.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
