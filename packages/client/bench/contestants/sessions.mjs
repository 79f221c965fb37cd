// What so many idle sessions, each with a child of its own, add to the heap of their host: kilobytes for each.

import { createClaude } from "../../dist/index.js";

const [, , executable, count] = process.argv;
const claude = createClaude({ executable, persist: false });
// The first ones load and compile; they stay, so that nothing of theirs is freed in between.
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
  // Twice: what the first collection finalises, the second frees.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
