// Measures how much idle sessions, each with its own child, add to the heap of their host: kilobytes per session.

import { createClaude } from "../../../../packages/client/dist/index.js";

const [, , executable, count] = process.argv;
const claude = createClaude({ executable, persist: false });
// The first sessions load and compile code. They stay open, so that their memory is not freed in between.
const early = await open(5);
const before = heap();
const sessions = await open(Number(count));
const kilobytes = (heap() - before) / sessions.length / 1024;
console.log(JSON.stringify({ kilobytes }));
await Promise.all([...early, ...sessions].map((session) => session.close()));
process.exit(0);

async function open(number) {
  const opened = Array.from({ length: number }, () => claude.session());
  await Promise.all(opened.map((session) => session.ready()));
  return opened;
}

function heap() {
  // Twice: the second collection frees what the first one finalizes.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
