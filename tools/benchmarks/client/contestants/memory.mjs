// Measures the peak memory of a host while a long turn streams and its reader sleeps at the first piece, and its memory just
// loaded (`fresh`) and after a shorter turn (`idle`).

import { SIDES } from "./sides.mjs";

const [, , name, warmPlan, longPlan] = process.argv;
const side = await SIDES[name]();
globalThis.gc();
const fresh = rss();
await read(warmPlan, 0);
globalThis.gc();
const idle = rss();
let peak = idle;
const timer = setInterval(() => (peak = Math.max(peak, rss())), 20);
const started = performance.now();
const partials = await read(longPlan, 5000);
clearInterval(timer);
globalThis.gc();
console.log(
  JSON.stringify({ fresh, idle, peak, after: rss(), partials, seconds: (performance.now() - started) / 1000 }),
);
process.exit(0);

async function read(plan, sleepMs) {
  let count = 0;
  for await (const message of side.open({ UNSPOOL_BENCH_PLAN: plan })) {
    if (!side.isPartial(message)) continue;
    if (count === 0 && sleepMs > 0) await new Promise((resolve) => setTimeout(resolve, sleepMs));
    count += 1;
  }
  return count;
}

function rss() {
  return process.memoryUsage.rss() / 1e6;
}
