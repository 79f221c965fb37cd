// Copies everything through, and keeps the bytes of each way: node spy.mjs FOLDER PROGRAM ARGS…
// Placed on both sides of a program in between, it tells what that has changed.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const [folder, program, ...args] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const child = spawn(program, args, { stdio: "pipe" });
const keep = (name) => (chunk) => appendFileSync(join(folder, name), chunk);
process.stdin
  .on("data", keep("in"))
  .pipe(child.stdin)
  .on("error", () => undefined);
child.stdout.on("data", keep("out")).pipe(process.stdout);
child.stderr.on("data", keep("err")).pipe(process.stderr);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    keep("signals")(`${signal}\n`);
    child.kill(signal);
  });
}
child.on("close", (code, signal) => {
  keep("end")(`${code} ${signal}\n`);
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
