// sim-start: time from the start of the simulated executable to its first line ÷ total time of `node -e 0`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printAtMost, printDetail } from "../report.mjs";
import { simulator, time } from "../time-process.mjs";

/**
 * @param {string} folder
 * @param {number} rounds
 * @param {number} limit
 */
export async function measureStart(folder, rounds, limit) {
  const scenario = join(folder, "start.json");
  writeFileSync(scenario, JSON.stringify({ turns: [{ replies: ["Hello."] }] }));
  const flags = ["--simulate-scenario", scenario, "--simulate-store", join(folder, "sessions")];
  const args = [simulator, ...flags, "-p", "--output-format", "stream-json", "--verbose", "hi"];
  const ours = [];
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that disturbances of the machine hit both.
    bare.push((await time(["-e", "0"])).end);
    const { first } = await time(args);
    if (first === undefined) throw new Error("the executable wrote nothing");
    ours.push(first);
  }
  printAtMost("sim-start", Math.min(...ours) / Math.min(...bare), limit);
  const times = `${Math.min(...ours).toFixed(0)} ms to the first line, node -e 0 ${Math.min(...bare).toFixed(0)} ms`;
  printDetail("sim-start-median", `${(median(ours) / median(bare)).toFixed(2)}, ${times} at best`);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
