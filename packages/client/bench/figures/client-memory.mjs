// client-memory: what a host needs at most while 1 GB streams to a reader that sleeps for 5 s at the first piece ÷ what it
// needs idle: loaded, before its first turn. Beside it, against a host that has had a turn, whose heap has grown already.
// Resident memory, asked every 20 ms.

import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { officialSdk } from "../official.mjs";
import { run } from "../run.mjs";
import { prepareStream } from "../stream.mjs";

export async function measureMemory({ folder, bytes, warmBytes }, limit) {
  const warm = prepareStream(folder, { bytes: warmBytes });
  const long = prepareStream(folder, { bytes });
  const env = { HOME: folder };
  const read = async (side, more = {}) => {
    const plans = [warm, long].map((stream) => stream.env.UNSPOOL_BENCH_PLAN);
    const figures = await run("memory", [side, ...plans], { ...env, ...more });
    if (figures.partials !== long.partials)
      throw new Error(`${side} delivered ${figures.partials} of ${long.partials}`);
    return figures;
  };
  const ours = await read("ours");
  printAtMost("client-memory", ours.peak / ours.fresh, limit);
  printFact("client-memory-warm", (ours.peak / ours.idle).toFixed(2));
  printFact("client-memory-size", sizes(ours, bytes));
  const sdk = await officialSdk();
  printFact("client-memory-official", sizes(await read("official", { UNSPOOL_BENCH_SDK: sdk }), bytes));
}

function sizes({ fresh, idle, peak, after, seconds }, bytes) {
  const [start, still, most, end] = [fresh, idle, peak, after].map((size) => `${size.toFixed(0)} MB`);
  return `${start} loaded, ${still} after a first turn, ${most} at most, ${end} after ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`;
}
