// stats-rate, stats-floor, stats-memory: `unspool stats` against ccusage 18.0.11, against a loop that only reads and parses,
// and against itself on little data. Each runs in its own process, in turns; the best time counts.

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { printAtLeast, printAtMost, printDetail } from "../report.mjs";
import { installCcusage } from "./stats/ccusage.mjs";
import { makeTree } from "./stats/tree.mjs";

const runFile = promisify(execFile);
const unspool = fileURLToPath(new URL("../../../packages/cli/dist/bundle/unspool.mjs", import.meta.url));
const floor = fileURLToPath(new URL("./stats/floor.mjs", import.meta.url));
const peak = fileURLToPath(new URL("./stats/peak.mjs", import.meta.url));

/** @param {string} folder @param {{ megabytes: number, rounds: number, large: number }} size */
export async function measureStats(folder, { megabytes, rounds, large }) {
  const ccusage = installCcusage();
  const config = join(folder, "stats");
  const { files, bytes } = makeTree(join(config, "projects"), { bytes: megabytes * 1e6 });
  const best = { unspool: Infinity, floor: Infinity, ccusage: Infinity };
  const contestants = {
    unspool: [unspool, "stats", join(config, "projects"), "--json", "--timezone", "UTC"],
    floor: [floor, join(config, "projects")],
    ccusage: [ccusage, "daily", "--json", "--offline", "--timezone", "UTC"],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(contestants)) {
      const started = performance.now();
      await run(args, config);
      best[name] = Math.min(best[name], performance.now() - started);
    }
  }
  printAtLeast("stats-rate", best.ccusage / best.unspool, 10);
  printAtMost("stats-floor", best.unspool / best.floor, 0.8);
  const speeds = Object.entries(best).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)} s`);
  printDetail("stats-speed", `${speeds.join(", ")}; ${files} files, ${Math.round(bytes / 1e6)} MB`);
  rmSync(config, { recursive: true });
  await measureMemory(folder, large);
}

async function measureMemory(folder, large) {
  const peaks = [];
  for (const megabytes of [10, large]) {
    const root = join(folder, `memory-${megabytes}`, "projects");
    makeTree(root, { bytes: megabytes * 1e6, seed: megabytes });
    const { stdout } = await run([peak, unspool, root], folder);
    peaks.push(Number(stdout.trim().split("\n").at(-1)));
    rmSync(root, { recursive: true });
  }
  printAtMost("stats-memory", peaks[1] / peaks[0], 1.5);
  printDetail(
    "stats-memory-peaks",
    `${peaks.map((kilobytes) => `${Math.round(kilobytes / 1024)} MB`).join(" on 10 MB, ")} on ${large} MB`,
  );
}

function run(args, config) {
  // An empty home and a minimal environment; no network is needed.
  const env = { PATH: dirname(process.execPath), HOME: config, CLAUDE_CONFIG_DIR: config, TZ: "UTC" };
  const options = { env, maxBuffer: 1 << 28, timeout: 600_000 };
  const child = runFile(process.execPath, args, options);
  child.child.stdin?.end();
  return child;
}
