// `npm run bench [-- --short]`: the figures of the simulator, one line each. A goal missed is marked and no failure, since
// time on a shared machine proves nothing; a figure that could not be measured is one.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConformance } from "./figures/conformance.mjs";
import { measureRate } from "./figures/rate.mjs";
import { measureStart } from "./figures/start.mjs";

const FULL = { starts: 25, rounds: 5, pieces: 150_000 };
const SHORT = { starts: 7, rounds: 2, pieces: 40_000 };

async function main(args) {
  const unknown = args.filter((arg) => arg !== "--short");
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(" ")}; there is only --short`);
  const isShort = args.includes("--short");
  const size = isShort ? SHORT : FULL;
  console.log(`Node ${process.version}${isShort ? ", short run: fewer rounds, rougher figures" : ""}`);
  const folder = mkdtempSync(join(tmpdir(), "unspool-bench-"));
  const figures = {
    "sim-start": () => measureStart(folder, size.starts, 2),
    "sim-rate": () => measureRate(folder, size.rounds, size.pieces, 0.5),
    conformance: readConformance,
  };
  try {
    for (const [name, measure] of Object.entries(figures)) {
      try {
        await measure();
      } catch (error) {
        console.log(`${name}: NOT MEASURED: ${error.message}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main(process.argv.slice(2));
