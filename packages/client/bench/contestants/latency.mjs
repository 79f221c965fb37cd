// From the write in the child to the body of the reader's loop, in microseconds, for each piece of a turn. Both processes
// ask the same clock of the system. The first lines are left out on all sides: there Node still compiles what it runs.

import { SIDES } from "./sides.mjs";

const [, , name] = process.argv;
const side = await SIDES[name]();
const WARM_UP = 500;
const delays = [];
let count = 0;
const take = (message) => {
  const written = side.timeIn(message);
  if (written === undefined) return;
  count += 1;
  if (count > WARM_UP) delays.push(Number(process.hrtime.bigint() - BigInt(written.trim())) / 1000);
};
const opened = side.open({}, take);
if (name === "bare") await opened;
else for await (const message of opened) take(message);
delays.sort((a, b) => a - b);
const at = (share) => delays[Math.floor(share * (delays.length - 1))];
console.log(JSON.stringify({ count, p50: at(0.5), p99: at(0.99) }));
process.exit(0);
