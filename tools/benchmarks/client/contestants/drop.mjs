// Measures the peak memory of a process that reads a turn and drops every byte: what Node itself needs.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const [, , plan] = process.argv;
globalThis.gc();
const fresh = process.memoryUsage.rss() / 1e6;
let peak = fresh;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() / 1e6)), 20);
const fake = fileURLToPath(new URL("../fake-claude.mjs", import.meta.url));
const child = spawn(process.execPath, [fake], {
  stdio: ["pipe", "pipe", "ignore"],
  env: { ...process.env, UNSPOOL_BENCH_PLAN: plan },
});
child.stdout.resume();
child.stdin.end('{"type":"user"}\n');
await once(child, "close");
clearInterval(timer);
console.log(JSON.stringify({ fresh, peak }));
process.exit(0);
