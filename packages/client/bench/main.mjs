// `npm run bench [-- --short]`: the figures of the client, one line each. A goal missed is marked and no failure, since time
// on a shared machine proves nothing; a figure that could not be measured is one, unless what it needs cannot be had here.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureImport } from "./figures/import-time.mjs";
import { measureLatency } from "./figures/client-latency.mjs";
import { measureMemory } from "./figures/client-memory.mjs";
import { measureRate } from "./figures/client-rate.mjs";
import { measureSessions } from "./figures/sessions-memory.mjs";
import { measureWarmStart } from "./figures/warm-start.mjs";
import { Skipped } from "./official.mjs";

const FULL = {
  rate: { rounds: 9, lines: 200_000 },
  memory: { bytes: 1e9, warmBytes: 60e6 },
  latency: { rounds: 7, lines: 3000 },
  import: { rounds: 15 },
  start: { rounds: 5 },
  sessions: { rounds: 3 },
};
const SHORT = {
  rate: { rounds: 3, lines: 50_000 },
  memory: { bytes: 1e8, warmBytes: 20e6 },
  latency: { rounds: 3, lines: 1500 },
  import: { rounds: 5 },
  start: { rounds: 2 },
  sessions: { rounds: 1 },
};

async function main(args) {
  const unknown = args.filter((arg) => arg !== "--short");
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(" ")}; there is only --short`);
  const isShort = args.includes("--short");
  const size = isShort ? SHORT : FULL;
  console.log(`Node ${process.version}${isShort ? ", short run: smaller data, rougher figures" : ""}`);
  const folder = mkdtempSync(join(tmpdir(), "unspool-bench-"));
  const figures = {
    "client-rate": () => measureRate({ folder, ...size.rate }, 2.5),
    "client-memory": () => measureMemory({ folder, ...size.memory }, 1.5),
    "client-latency": () => measureLatency({ folder, ...size.latency }, 1.5),
    "import-time": () => measureImport({ folder, ...size.import }, 0.25),
    "warm-start": () => measureWarmStart({ folder, ...size.start }, 0.3),
    "sessions-memory": () => measureSessions({ folder, ...size.sessions }, 100),
  };
  try {
    for (const [name, measure] of Object.entries(figures)) {
      try {
        await measure();
      } catch (error) {
        if (error instanceof Skipped) {
          console.log(`${name}: skipped: ${error.message}`);
        } else {
          console.log(`${name}: NOT MEASURED: ${error.message}`);
          process.exitCode = 1;
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 30 });
  }
}

await main(process.argv.slice(2));
