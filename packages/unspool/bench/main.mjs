// `npm run bench [-- --short]`: the figures of the command, one line each. A goal missed is marked and no failure, since
// time on a shared machine proves nothing; a figure that could not be measured is one.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureHelpStart } from "./figures/help-start.mjs";
import { measureViewRate } from "./figures/view-rate.mjs";
import { measureStats } from "./figures/stats.mjs";

const FULL = { viewRounds: 4, viewMegabytes: 120, stats: { megabytes: 200, rounds: 5, large: 1000 }, starts: 25 };
const SHORT = { viewRounds: 2, viewMegabytes: 40, stats: { megabytes: 40, rounds: 2, large: 100 }, starts: 7 };

async function main(args) {
  const unknown = args.filter((arg) => arg !== "--short");
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(" ")}; there is only --short`);
  const isShort = args.includes("--short");
  const size = isShort ? SHORT : FULL;
  console.log(`Node ${process.version}${isShort ? ", short run: fewer rounds, rougher figures" : ""}`);
  const folder = mkdtempSync(join(tmpdir(), "unspool-bench-"));
  const figures = {
    "help-start": () => measureHelpStart(size.starts, 2),
    "view-rate": () => measureViewRate(folder, size.viewRounds, size.viewMegabytes, 1.5),
    stats: () => measureStats(folder, size.stats),
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 30 });
  }
}

await main(process.argv.slice(2));
