// heap-growth: memory of one decoder in MB (1,000,000 bytes) after a million events that were not kept: thousands of messages,
// agents, tool calls and turns, each with its own ids.

import { createDecoder } from "../../../packages/protocol/dist/index.js";
import { mixedSession } from "../data/sessions.mjs";
import { printAtMost } from "../report.mjs";

export function measureHeapGrowth(events, limit) {
  // The first run compiles and fills V8's caches; its result is discarded.
  decodeUntil(createCountingDecoder(), 50_000);
  const before = heapBytes();
  const counting = createCountingDecoder();
  decodeUntil(counting, events);
  const kept = heapBytes() - before;
  // Uses the decoder once more, so that it is not collected before.
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

/** Returns the bytes in use after garbage collection, including buffers outside the heap. */
function heapBytes() {
  // Twice: the second collection frees what the first one finalizes.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
