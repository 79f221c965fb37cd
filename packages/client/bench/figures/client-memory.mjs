// client-memory: what a host needs at most while 1 GB streams to a reader that sleeps for 5 s at the first piece ÷ what it
// needs idle, between two turns. Resident memory, asked every 20 ms. Beside it: against a process that has only loaded the
// client, with the same for a bare reader that drops every byte, which Node itself lets grow (docs/decisions/0012).

import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { officialSdk } from "../official.mjs";
import { run } from "../run.mjs";
import { prepareStream } from "../stream.mjs";

/** @param sizes `officialBytes`: less, since it takes about 0.5 s for a megabyte */
export async function measureMemory({ folder, bytes, warmBytes, officialBytes }, limit) {
  const warm = prepareStream(folder, { bytes: warmBytes });
  const long = prepareStream(folder, { bytes });
  const read = async (side, stream, more = {}) => {
    const plans = [warm, stream].map(({ env }) => env.UNSPOOL_BENCH_PLAN);
    const figures = await run("memory", [side, ...plans], { HOME: folder, ...more });
    if (figures.partials !== stream.partials)
      throw new Error(`${side} delivered ${figures.partials} of ${stream.partials}`);
    return figures;
  };
  const ours = await read("ours", long);
  printAtMost("client-memory", ours.peak / ours.idle, limit);
  printFact("client-memory-size", sizes(ours, bytes));
  const floor = await run("drop", [long.env.UNSPOOL_BENCH_PLAN], { HOME: folder });
  const [own, bare] = [ours, floor].map(({ peak, fresh }) => (peak / fresh).toFixed(2));
  printFact(
    "client-memory-fresh",
    `${own} of a process that has only loaded it; a reader that drops every byte ${bare}`,
  );
  const sdk = { UNSPOOL_BENCH_SDK: await officialSdk() };
  const official = await read("official", prepareStream(folder, { bytes: officialBytes }), sdk);
  printFact("client-memory-official", sizes(official, officialBytes));
}

function sizes({ fresh, idle, peak, after, seconds }, bytes) {
  const [start, still, most, end] = [fresh, idle, peak, after].map((size) => `${size.toFixed(0)} MB`);
  return `${start} loaded, ${still} after a first turn, ${most} at most, ${end} after ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`;
}
