// Real runs kept in the cache folder, for those who work on the simulator: `--reuse` plays only what was not played yet.
// A scenario that has changed is played anew.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@unspool/simulator";
import type { RealRun } from "./cell.ts";

export async function reuse(
  folder: string,
  scenario: Scenario,
  version: string,
  playAnew: () => Promise<RealRun>,
): Promise<RealRun> {
  // Who else can play it changes nothing of what was played.
  const played = { ...scenario, host: { ...scenario.host, versions: undefined } };
  const hash = createHash("sha256").update(JSON.stringify(played)).digest("hex").slice(0, 16);
  const path = join(folder, `${version}-${hash}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as RealRun;
  const real = await playAnew();
  // What got stuck may have been the machine's fault.
  if (real.runs.some((run) => run.stuck !== undefined)) return real;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(real));
  renameSync(`${path}.${process.pid}`, path);
  return real;
}
