// One suite for all packages, run on their sources: `unspool-source` is a private export condition, so tests import
// packages by name as users do, and no build stands between a change and its test.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["unspool-source"];

// Number of cases per property (see CONTRIBUTING.md). More of them need more time, not another test.
const runs = Number(process.env["UNSPOOL_RUNS"] ?? 0);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    globalSetup: "scripts/test-setup.mjs",
    setupFiles: "scripts/test-state.mjs",
    // Processes, not threads: later packages test real child processes, signals and exits.
    pool: "forks",
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
