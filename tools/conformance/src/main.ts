// `npm run conformance`: plays every scenario on the chosen versions, prints the table, and fails if a cell fails.

import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadReadyMade, readyMade, type Scenario } from "@unspool/simulator";
import { readArguments, UsageError, type Arguments } from "./arguments.ts";
import { playCell, playReal, type RealRun } from "./cell.ts";
import { inParallel } from "./in-parallel.ts";
import { reuseRun } from "./record/run-cache.ts";
import { installCli, type Program } from "./clis/install.ts";
import { createKnownDifferences, readKnownDifferences, type KnownDifferences } from "./compare/known-differences.ts";
import { isOnLoopbackOnly, rerunOnLoopbackOnly } from "./clis/sandbox.ts";
import { adaptScenario } from "./play/adapt-scenario.ts";
import { holds, formatPage, formatFindings, formatTable, type CheckedCell } from "./report/table.ts";

/** More than the number of cores, since a run mostly waits. */
const WORKERS = 2 * availableParallelism() + 1;
const root = fileURLToPath(new URL("../../..", import.meta.url));
const knownPath = fileURLToPath(new URL("../known-differences.yaml", import.meta.url));

try {
  process.exitCode = await main(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(asked: Arguments): Promise<number> {
  const cache = asked.cache ?? join(root, "node_modules/.cache/unspool-conformance");
  mkdirSync(cache, { recursive: true });
  const versions = asked.latest ? [await latestVersion()] : asked.versions;
  const programs = new Map<string, Program>();
  for (const version of versions) programs.set(version, await installCli(version, cache));
  // The network is closed after everything is installed.
  const rest = process.argv.slice(2).filter((word) => word !== "--latest");
  const code = rerunOnLoopbackOnly(asked.latest ? [...rest, "--versions", versions.join(",")] : rest);
  if (code !== undefined) return code;
  console.log(
    isOnLoopbackOnly() ? "in a network of loopback alone" : "no network namespace here: by environment alone",
  );

  const scenarios = new Map<string, Scenario>();
  for (const name of asked.scenarios ?? readyMade()) scenarios.set(name, await loadReadyMade(name));
  const known = createKnownDifferences(readKnownDifferences(knownPath));
  const cells = await playAll(programs, scenarios, known, asked.reuse ? join(cache, "real-runs") : undefined);
  console.log(formatTable(cells));
  const findings = formatFindings(cells);
  if (findings !== "") console.log(`\n${findings}`);
  const stale = known.stale(cells.map(({ scenario, version }) => [scenario, version] as const));
  for (const entry of stale) console.log(`stale: no run has this difference: ${entry.reason}`);
  const holding = cells.filter(holds).length;
  console.log(
    `conformance: ${((100 * holding) / cells.length).toFixed(1)} % (${holding} of ${cells.length} cells; goal 100 %)`,
  );
  if (asked.isMatrix) {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(join(root, "docs/conformance.md"), formatPage(cells, readKnownDifferences(knownPath), date));
  }
  return holding === cells.length && stale.length === 0 ? 0 : 1;
}

async function playAll(
  programs: ReadonlyMap<string, Program>,
  scenarios: ReadonlyMap<string, Scenario>,
  known: KnownDifferences,
  kept: string | undefined,
): Promise<CheckedCell[]> {
  const jobs = [...scenarios].flatMap(([name, scenario]) =>
    [...programs].flatMap(([version, program]) => {
      const playable = adaptScenario(scenario, version);
      return playable === undefined ? [] : [{ name, scenario: playable, version, program }];
    }),
  );
  return inParallel(jobs, WORKERS, async ({ name, scenario, version, program }) => {
    const playAnew = async (): Promise<RealRun> => playReal(scenario, program);
    const real = kept === undefined ? await playAnew() : await reuseRun(kept, scenario, version, playAnew);
    const compare = async (run: RealRun): Promise<CheckedCell> => {
      const cell = await playCell(name, scenario, version, run);
      const hunks = cell.hunks.filter((hunk) => !known.explains(name, version, hunk));
      return { ...cell, hunks, explained: cell.hunks.length - hunks.length };
    };
    const first = await compare(real);
    if (holds(first)) return first;
    // On a busy machine the timing may differ, so a failed cell is played once more.
    console.log(`retry: ${name} on ${version}`);
    return compare(await playAnew());
  });
}

async function latestVersion(): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["view", "@anthropic-ai/claude-code", "version"]);
  return stdout.trim();
}
