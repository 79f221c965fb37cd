// `npm run record`: plays every scenario on real CLIs and writes the recordings to fixtures/scenarios.

import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadReadyMade, readyMade } from "@unspool/simulator";
import { readArguments, UsageError } from "../arguments.ts";
import { playReal, type RealRun } from "../cell.ts";
import { inParallel } from "../in-parallel.ts";
import { installCli } from "../clis/install.ts";
import { reuseRun } from "./run-cache.ts";
import { createScrubber, formatRecording } from "./recording.ts";
import { rerunOnLoopbackOnly } from "../clis/sandbox.ts";
import { adaptScenario } from "../play/adapt-scenario.ts";
import { RECORDED_VERSIONS } from "../clis/versions.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = join(root, "fixtures/scenarios");

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(given: readonly string[]): Promise<number> {
  const asked = readArguments(given);
  if (asked.latest || asked.isMatrix)
    throw new UsageError("recordings are made of --versions a,b,c; without it, of six");
  const versions = given.includes("--versions") ? asked.versions : RECORDED_VERSIONS;
  const cache = asked.cache ?? join(root, "node_modules/.cache/unspool-conformance");
  mkdirSync(cache, { recursive: true });
  const programs = new Map<string, Awaited<ReturnType<typeof installCli>>>();
  for (const version of versions) programs.set(version, await installCli(version, cache));
  const code = rerunOnLoopbackOnly();
  if (code !== undefined) return code;

  const names = asked.scenarios ?? readyMade();
  const jobs = names.flatMap((name) => [...programs].map(([version, program]) => ({ name, version, program })));
  const stuck = await inParallel(jobs, availableParallelism(), async ({ name, version, program }) => {
    const scenario = adaptScenario(await loadReadyMade(name), version);
    // Pieces of a path cannot be scrubbed, and would no longer join to the finished input.
    if (scenario === undefined || JSON.stringify(scenario.turns).includes("${cwd}")) return [];
    const playAnew = async (): Promise<RealRun> => playReal(scenario, program);
    const real = asked.reuse ? await reuseRun(join(cache, "real-runs"), scenario, version, playAnew) : await playAnew();
    const failed = real.runs.find((run) => run.stuck !== undefined);
    if (failed !== undefined) return [`${name} on ${version} did not come to ${failed.stuck ?? ""}`];
    keep(join(folder, version), name, real);
    return [];
  });
  for (const line of stuck.flat()) console.error(line);
  console.log(`${jobs.length - stuck.flat().length} recordings in fixtures/scenarios`);
  return stuck.flat().length === 0 ? 0 : 1;
}

function keep(target: string, name: string, real: RealRun): void {
  mkdirSync(target, { recursive: true });
  const scrubLine = createScrubber(real.scrubbing);
  const served = real.log.filter(({ purpose }) => purpose !== "side").map(toServedEntry);
  for (const [index, run] of real.runs.entries()) {
    // Ids are numbered in this order: stdout, stdin, the rest.
    for (const line of [...run.lines, ...run.sent]) scrubLine(line);
    const recording = formatRecording({
      header: { claudeVersion: basename(target), ...scrub({ args: run.args }) },
      lines: run.exchanged.map(({ stream, text }) => ({ stream, text: scrubLine(text) })),
      served: scrub(served),
      exit: run.exit ?? { code: null, signal: null },
    });
    writeFileSync(join(target, `${index === 0 ? name : `${name}-${index + 1}`}.ndjson`), recording);
  }
  function scrub<Value>(value: Value): Value {
    return JSON.parse(scrubLine(JSON.stringify(value))) as Value;
  }
}

/** Returns what tests compare with the decoded events. */
function toServedEntry({ messageId, agent, reach, blocks, usage }: RealRun["log"][number]): object {
  const owner = agent.type === "main" ? null : agent.toolUseId;
  return { id: messageId ?? "", agent: owner, reach, usage, blocks: blocks.map(({ block }) => block) };
}
