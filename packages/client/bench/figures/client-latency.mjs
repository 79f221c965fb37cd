// client-latency: from the write in the child to the body of the `for await`, 99th of 100 ÷ the same for a bare
// `stdout.on("data")` with JSON.parse. A line every millisecond, each with the time of its writing.

import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { median, pick, run, runByTurns, spread } from "../run.mjs";
import { prepareTimes } from "../stream.mjs";

export async function measureLatency({ folder, rounds, lines }, limit) {
  const { env, partials } = prepareTimes(folder, lines, 1);
  const start = (side) => async () => {
    const figures = await run("latency", [side], { ...env, HOME: folder });
    if (figures.count !== partials) throw new Error(`${side} delivered ${figures.count} of ${partials} pieces`);
    return figures;
  };
  const [ours, bare] = await runByTurns(rounds, start("ours"), start("bare"));
  const [p99, bareP99] = [ours, bare].map((figures) => pick(figures, "p99"));
  const [p50, bareP50] = [ours, bare].map((figures) => median(pick(figures, "p50")));
  const [cold, bareCold] = [ours, bare].map((figures) => median(pick(figures, "coldP99")));
  printAtMost("client-latency", median(p99) / median(bareP99), limit);
  printFact(
    "client-latency-time",
    `p99 ${spread(p99, 0)} µs, bare ${spread(bareP99, 0)} µs; median ${p50.toFixed(0)} µs, bare ${bareP50.toFixed(0)} µs`,
  );
  printFact(
    "client-latency-cold",
    `${(cold / bareCold).toFixed(2)}: p99 of the first lines ${cold.toFixed(0)} µs, bare ${bareCold.toFixed(0)} µs`,
  );
}
