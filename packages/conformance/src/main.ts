// `npm run conformance`: plays every scenario on every version asked for, prints the table, and fails if a cell does.

import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadReadyMade, readyMade, type Scenario } from "@unspool/simulator";
import { readArguments, WrongUse, type Arguments } from "./arguments.ts";
import { playCell, playReal, type RealRun } from "./cell.ts";
import { readDeclared } from "./declared.ts";
import { inParallel } from "./in-parallel.ts";
import { reuse } from "./kept.ts";
import { installCli, type Program } from "./install.ts";
import { createKnown, readKnown, type Known } from "./known.ts";
import { isOnLoopbackOnly, rerunOnLoopbackOnly } from "./sandbox.ts";
import { scenarioFor } from "./scenario-for.ts";
import { holds, pageOf, printFindings, printTable, type Judged } from "./table.ts";

/** A played scenario mostly waits. */
const WORKERS = 2 * availableParallelism() + 1;
const root = fileURLToPath(new URL("../../..", import.meta.url));
const knownPath = fileURLToPath(new URL("../known-differences.yaml", import.meta.url));

try {
  process.exitCode = await main(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(asked: Arguments): Promise<number> {
  const cache = asked.cache ?? join(root, "node_modules/.cache/unspool-conformance");
  mkdirSync(cache, { recursive: true });
  const versions = asked.latest ? [await latestVersion()] : asked.versions;
  const programs = new Map<string, Program>();
  for (const version of versions) programs.set(version, await installCli(version, cache));
  // Only now, with everything installed, is the network shut out.
  const rest = process.argv.slice(2).filter((word) => word !== "--latest");
  const code = rerunOnLoopbackOnly(asked.latest ? [...rest, "--versions", versions.join(",")] : rest);
  if (code !== undefined) return code;
  console.log(
    isOnLoopbackOnly() ? "in a network of loopback alone" : "no network namespace here: by environment alone",
  );

  const scenarios = new Map<string, Scenario>();
  for (const name of asked.scenarios ?? readyMade()) scenarios.set(name, await loadReadyMade(name));
  const known = createKnown(readKnown(knownPath));
  const cells = await playAll(programs, scenarios, known, asked.reuse ? join(cache, "real-runs") : undefined);
  console.log(printTable(cells));
  const findings = printFindings(cells);
  if (findings !== "") console.log(`\n${findings}`);
  const stale = known.stale(cells.map(({ scenario, version }) => [scenario, version] as const));
  for (const entry of stale) console.log(`stale: no run shows this difference any more: ${entry.reason}`);
  const holding = cells.filter(holds).length;
  console.log(
    `conformance: ${((100 * holding) / cells.length).toFixed(1)} % (${holding} of ${cells.length} cells; goal 100 %)`,
  );
  if (asked.isMatrix) {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(join(root, "docs/conformance.md"), pageOf(cells, readKnown(knownPath), date));
  }
  return holding === cells.length && stale.length === 0 ? 0 : 1;
}

async function playAll(
  programs: ReadonlyMap<string, Program>,
  scenarios: ReadonlyMap<string, Scenario>,
  known: Known,
  kept: string | undefined,
): Promise<Judged[]> {
  const declared = readDeclared();
  const jobs = [...scenarios].flatMap(([name, scenario]) =>
    [...programs].flatMap(([version, program]) => {
      const playable = scenarioFor(scenario, version);
      return playable === undefined ? [] : [{ name, scenario: playable, version, program }];
    }),
  );
  return inParallel(jobs, WORKERS, async ({ name, scenario, version, program }) => {
    const playAnew = async (): Promise<RealRun> => playReal(scenario, program);
    const real = kept === undefined ? await playAnew() : await reuse(kept, scenario, version, playAnew);
    const judge = async (run: RealRun): Promise<Judged> => {
      const cell = await playCell(name, scenario, version, run, declared);
      const hunks = cell.hunks.filter((hunk) => !known.explains(name, version, hunk));
      return { ...cell, hunks, explained: cell.hunks.length - hunks.length };
    };
    const first = await judge(real);
    if (holds(first)) return first;
    // On a busy machine a host comes too late, or a shell too early. What is really different is so twice.
    console.log(`once more: ${name} on ${version}`);
    return judge(await playAnew());
  });
}

async function latestVersion(): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["view", "@anthropic-ai/claude-code", "version"]);
  return stdout.trim();
}
