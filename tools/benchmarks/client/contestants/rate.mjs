// Measures the time in which the pieces of a turn reach the body of a `for await`, from the first one to the result.

import { SIDES } from "./sides.mjs";

const [, , name] = process.argv;
const side = await SIDES[name]();
let [partials, started, ended] = [0, 0, 0];
/** Processor time of this process, which depends less on other work on the machine. */
let cpu;
for await (const message of side.open({})) {
  if (side.isPartial(message)) {
    if (partials === 0) {
      started = performance.now();
      cpu = process.cpuUsage();
    }
    partials += 1;
  } else if (side.isEnd(message)) {
    ended = performance.now();
    cpu = process.cpuUsage(cpu);
  }
}
console.log(JSON.stringify({ partials, ms: ended - started, cpuMs: (cpu.user + cpu.system) / 1000 }));
process.exit(0);
