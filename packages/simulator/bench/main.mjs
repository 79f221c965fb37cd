// `npm run bench [-- --short]`: the figures of the simulator, one line each.

import { runFigures } from "../../protocol/bench/run-figures.mjs";
import { readConformance } from "./figures/conformance.mjs";
import { measureRate } from "./figures/rate.mjs";
import { measureStart } from "./figures/start.mjs";

const FULL = { starts: 25, rounds: 5, pieces: 150_000 };
const SHORT = { starts: 7, rounds: 2, pieces: 40_000 };

await runFigures(process.argv.slice(2), (folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  return {
    "sim-start": () => measureStart(folder, size.starts, 2),
    "sim-rate": () => measureRate(folder, size.rounds, size.pieces, 0.5),
    conformance: readConformance,
  };
});
