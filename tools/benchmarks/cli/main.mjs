// `npm run bench [-- --short]`: the benchmarks of the command, one line per result.

import { runBenchmarks } from "../run-benchmarks.mjs";
import { measureHelpStart } from "./help-start.mjs";
import { measureViewRate } from "./view-rate.mjs";
import { measureStats } from "./stats-rate.mjs";

const FULL = { viewRounds: 4, viewMegabytes: 120, stats: { megabytes: 200, rounds: 5, large: 1000 }, starts: 25 };
const SHORT = { viewRounds: 2, viewMegabytes: 40, stats: { megabytes: 40, rounds: 2, large: 100 }, starts: 7 };

await runBenchmarks(process.argv.slice(2), (folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  return {
    "help-start": () => measureHelpStart(size.starts, 2),
    "view-rate": () => measureViewRate(folder, size.viewRounds, size.viewMegabytes, 1.5),
    stats: () => measureStats(folder, size.stats),
  };
});
