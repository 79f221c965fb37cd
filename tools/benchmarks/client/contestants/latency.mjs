// Measures the time from the write in the child to the body of the reader's loop, in microseconds, for each piece of a turn.
// Both processes use the system's clock. The first lines wait for Node's compiler in all contestants, so they are reported
// separately.

import { SIDES } from "./sides.mjs";

const [, , name] = process.argv;
const side = await SIDES[name]();
const WARM_UP = 3000;
const [cold, warm] = [[], []];
const take = (message) => {
  const written = side.timeIn(message);
  if (written === undefined) return;
  const delays = cold.length < WARM_UP ? cold : warm;
  delays.push(Number(process.hrtime.bigint() - BigInt(written.trim())) / 1000);
};
const opened = side.open({}, take);
if (name === "bare") await opened;
else for await (const message of opened) take(message);
const at = (delays, share) => delays.toSorted((a, b) => a - b)[Math.floor(share * (delays.length - 1))];
const results = { p50: at(warm, 0.5), p99: at(warm, 0.99), coldP99: at(cold, 0.99) };
console.log(JSON.stringify({ count: cold.length + warm.length, ...results }));
process.exit(0);
