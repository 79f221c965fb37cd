// One suite for all packages, run on their sources: `unspool-source` is a private export condition, so tests import
// packages by name as users do, and no build stands between a change and its test.
//
// There are two lanes. `npm test` leaves out `*.full.test.ts`: files that need a terminal, a browser, many processes or
// more than a few seconds. `npm run test:full` (UNSPOOL_LANE=full) runs everything.
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const conditions = ["unspool-source"];
const isFullLane = process.env["UNSPOOL_LANE"] === "full";

// Number of cases per property (see CONTRIBUTING.md). More of them need more time, not another test.
const runs = Number(process.env["UNSPOOL_RUNS"] ?? 0);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "tools/conformance/test/**/*.test.ts", "tools/fences/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(isFullLane ? [] : ["**/*.full.test.ts"])],
    globalSetup: "tools/scripts/test-setup.mjs",
    setupFiles: "tools/scripts/test-state.mjs",
    // Processes, not threads: tests start real child processes, send signals and exit.
    pool: "forks",
    // In the quick lane, files share a worker's modules: loading them anew for each file took half of its time. The full
    // lane also tests what a process does only once, such as the first search for orphans, so each file has its own.
    isolate: isFullLane,
    maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
    testTimeout: 60_000 + runs * 20,
    hookTimeout: 60_000,
    // A snapshot is written by hand-started runs only; CI fails on a missing one.
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.d.ts"],
      reporter: ["text", "html"],
      reportsDirectory: "coverage",
    },
  },
});
