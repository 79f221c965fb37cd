// `npm run record`: plays every scenario on real CLIs and keeps what they said for the tests of the protocol package.

import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadReadyMade, readyMade } from "@unspool/simulator";
import { readArguments, WrongUse } from "./arguments.ts";
import { playReal, type RealRun } from "./cell.ts";
import { inParallel } from "./in-parallel.ts";
import { installCli } from "./install.ts";
import { reuse } from "./kept.ts";
import { createScrubber, recordingOf } from "./recording.ts";
import { rerunOnLoopbackOnly } from "./sandbox.ts";
import { scenarioFor } from "./scenario-for.ts";
import { RECORDED_VERSIONS } from "./versions.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, "packages/protocol/test/scenario-recordings");

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(given: readonly string[]): Promise<number> {
  const asked = readArguments(given);
  if (asked.latest || asked.isMatrix) throw new WrongUse("recordings are made of --versions a,b,c; without it, of six");
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
    const scenario = scenarioFor(await loadReadyMade(name), version);
    // The pieces of a path cannot be scrubbed, and would no longer join to the finished input.
    if (scenario === undefined || JSON.stringify(scenario.turns).includes("${cwd}")) return [];
    const playAnew = async (): Promise<RealRun> => playReal(scenario, program);
    const real = asked.reuse ? await reuse(join(cache, "real-runs"), scenario, version, playAnew) : await playAnew();
    const failed = real.runs.find((run) => run.stuck !== undefined);
    if (failed !== undefined) return [`${name} on ${version} did not come to ${failed.stuck ?? ""}`];
    keep(join(folder, version), name, real);
    return [];
  });
  for (const line of stuck.flat()) console.error(line);
  console.log(`${jobs.length - stuck.flat().length} recordings in packages/protocol/test/scenario-recordings`);
  return stuck.flat().length === 0 ? 0 : 1;
}

function keep(target: string, name: string, real: RealRun): void {
  mkdirSync(target, { recursive: true });
  const scrubLine = createScrubber(real.scrubbing);
  for (const [place, run] of real.runs.entries()) {
    const file = join(target, place === 0 ? name : `${name}-${place + 1}`);
    const { stdout, stdin } = recordingOf(run, scrubLine);
    writeFileSync(`${file}.ndjson`, stdout);
    if (stdin !== "") writeFileSync(`${file}.stdin.ndjson`, stdin);
    const served = real.log.filter(({ purpose }) => purpose !== "side").map(servedOf);
    const truth = { exit: run.exit?.code ?? null, signal: run.exit?.signal ?? null, args: run.args, served };
    writeFileSync(`${file}.truth.json`, `${scrubLine(JSON.stringify(truth))}\n`);
  }
}

/** What the tests of the protocol package compare with. */
function servedOf({ messageId, agent, reach, blocks, usage }: RealRun["log"][number]): object {
  const owner = agent.type === "main" ? null : agent.toolUseId;
  return { id: messageId ?? "", agent: owner, reach, usage, blocks: blocks.map(({ block }) => block) };
}
