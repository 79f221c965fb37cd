// client-memory: peak memory of a host while 1 GB streams to a reader that sleeps for 5 s at the first piece ÷ its memory when
// idle between two turns. Resident memory, sampled every 20 ms. Also printed: the ratio to a process that has only loaded the
// client, and the same for a bare reader that drops every byte, whose memory grows in Node itself (docs/decisions/0012).

import { printAtMost, printDetail } from "../report.mjs";
import { officialSdk } from "./installed.mjs";
import { run } from "./run-contestant.mjs";
import { prepareStream } from "./stream.mjs";

/** @param sizes `officialBytes` is smaller, since the official SDK takes about 0.5 s per megabyte */
export async function measureMemory({ folder, bytes, warmBytes, officialBytes }, limit) {
  const warm = prepareStream(folder, { bytes: warmBytes });
  const long = prepareStream(folder, { bytes });
  const read = async (side, stream, more = {}) => {
    const plans = [warm, stream].map(({ env }) => env.UNSPOOL_BENCH_PLAN);
    const results = await run("memory", [side, ...plans], { HOME: folder, ...more });
    if (results.partials !== stream.partials)
      throw new Error(`${side} delivered ${results.partials} of ${stream.partials}`);
    return results;
  };
  const ours = await read("ours", long);
  printAtMost("client-memory", ours.peak / ours.idle, limit);
  printDetail("client-memory-size", sizes(ours, bytes));
  const floor = await run("drop", [long.env.UNSPOOL_BENCH_PLAN], { HOME: folder });
  const [own, bare] = [ours, floor].map(({ peak, fresh }) => (peak / fresh).toFixed(2));
  printDetail(
    "client-memory-fresh",
    `${own} of a process that has only loaded it; a reader that drops every byte ${bare}`,
  );
  const sdk = { UNSPOOL_BENCH_SDK: await officialSdk() };
  const official = await read("official", prepareStream(folder, { bytes: officialBytes }), sdk);
  printDetail("client-memory-official", sizes(official, officialBytes));
}

function sizes({ fresh, idle, peak, after, seconds }, bytes) {
  const [start, still, most, end] = [fresh, idle, peak, after].map((size) => `${size.toFixed(0)} MB`);
  return `${start} loaded, ${still} after a first turn, ${most} at most, ${end} after ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`;
}
