// `npm run bench [-- --short]`: the benchmarks of the simulator, one line per result.

import { runBenchmarks } from "../run-benchmarks.mjs";
import { readConformance } from "./conformance.mjs";
import { measureRate } from "./rate.mjs";
import { measureStart } from "./start.mjs";

const FULL = { starts: 25, rounds: 5, pieces: 150_000 };
const SHORT = { starts: 7, rounds: 2, pieces: 40_000 };

await runBenchmarks(process.argv.slice(2), (folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  return {
    "sim-start": () => measureStart(folder, size.starts, 2),
    "sim-rate": () => measureRate(folder, size.rounds, size.pieces, 0.5),
    conformance: readConformance,
  };
});
