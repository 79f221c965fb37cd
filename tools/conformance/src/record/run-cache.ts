// A cache of runs of real CLIs, for work on the simulator: with `--reuse` only new and changed scenarios are played.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import type { RealRun } from "../cell.ts";

/** Version of the cached format; older entries are ignored. */
const FORM = 2;

export async function reuseRun(
  folder: string,
  scenario: Scenario,
  version: string,
  playAnew: () => Promise<RealRun>,
): Promise<RealRun> {
  // The range of versions does not affect the run.
  const played = { ...scenario, host: { ...scenario.host, versions: undefined } };
  const hash = createHash("sha256")
    .update(JSON.stringify([FORM, played]))
    .digest("hex")
    .slice(0, 16);
  const path = join(folder, `${version}-${hash}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as RealRun;
  const real = await playAnew();
  // A stuck run may be caused by a busy machine, so it is not cached.
  if (real.runs.some((run) => run.stuck !== undefined)) return real;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(real));
  renameSync(`${path}.${process.pid}`, path);
  return real;
}
