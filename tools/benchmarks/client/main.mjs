// `npm run bench [-- --short]`: the benchmarks of the client, one line per result.

import { runBenchmarks } from "../run-benchmarks.mjs";
import { measureImport } from "./import-time.mjs";
import { measureLatency } from "./client-latency.mjs";
import { measureMemory } from "./client-memory.mjs";
import { measureRate } from "./client-rate.mjs";
import { measureSessions } from "./sessions-memory.mjs";
import { measureWarmStart } from "./warm-start.mjs";

const FULL = {
  rate: { rounds: 9, lines: 200_000 },
  memory: { bytes: 1e9, warmBytes: 60e6, officialBytes: 2e8 },
  latency: { rounds: 5, lines: 9000 },
  import: { rounds: 15 },
  start: { rounds: 5 },
  sessions: { rounds: 3 },
};
const SHORT = {
  rate: { rounds: 3, lines: 50_000 },
  memory: { bytes: 1e8, warmBytes: 20e6, officialBytes: 5e7 },
  latency: { rounds: 3, lines: 5000 },
  import: { rounds: 5 },
  start: { rounds: 2 },
  sessions: { rounds: 1 },
};

await runBenchmarks(process.argv.slice(2), (folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  return {
    "client-rate": () => measureRate({ folder, ...size.rate }, 2.5),
    "client-memory": () => measureMemory({ folder, ...size.memory }, 1.5),
    "client-latency": () => measureLatency({ folder, ...size.latency }, 1.5),
    "import-time": () => measureImport({ folder, ...size.import }, 0.25),
    "warm-start": () => measureWarmStart({ folder, ...size.start }, 0.3),
    "sessions-memory": () => measureSessions({ folder, ...size.sessions }, 100),
  };
});
