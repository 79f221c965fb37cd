// client-latency: 99th percentile of the time from the write in the child to the body of the `for await` ÷ the same for a bare
// `stdout.on("data")` with JSON.parse. One line per millisecond, each with the time of its write.

import { median, printAtMost, printDetail, spread } from "../report.mjs";
import { pick, run, runByTurns } from "./run-contestant.mjs";
import { prepareTimes } from "./stream.mjs";

export async function measureLatency({ folder, rounds, lines }, limit) {
  const { env, partials } = prepareTimes(folder, lines, 1);
  const start = (side) => async () => {
    const results = await run("latency", [side], { ...env, HOME: folder });
    if (results.count !== partials) throw new Error(`${side} delivered ${results.count} of ${partials} pieces`);
    return results;
  };
  const [ours, bare] = await runByTurns(rounds, start("ours"), start("bare"));
  const [p99, bareP99] = [ours, bare].map((results) => pick(results, "p99"));
  const [p50, bareP50] = [ours, bare].map((results) => median(pick(results, "p50")));
  const [cold, bareCold] = [ours, bare].map((results) => median(pick(results, "coldP99")));
  printAtMost("client-latency", median(p99) / median(bareP99), limit);
  printDetail(
    "client-latency-time",
    `p99 ${spread(p99, 0)} µs, bare ${spread(bareP99, 0)} µs; median ${p50.toFixed(0)} µs, bare ${bareP50.toFixed(0)} µs`,
  );
  printDetail(
    "client-latency-cold",
    `${(cold / bareCold).toFixed(2)}: p99 of the first lines ${cold.toFixed(0)} µs, bare ${bareCold.toFixed(0)} µs`,
  );
}
