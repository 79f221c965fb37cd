// sim-start: from the start of the fake executable to its first line ÷ the whole life of `node -e 0`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { simulator, time } from "../child.mjs";

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
    // By turns, so that both have the same weather.
    bare.push((await time(["-e", "0"])).end);
    const { first } = await time(args);
    if (first === undefined) throw new Error("the executable wrote nothing");
    ours.push(first);
  }
  printAtMost("sim-start", Math.min(...ours) / Math.min(...bare), limit);
  const times = `${Math.min(...ours).toFixed(0)} ms to the first line, node -e 0 ${Math.min(...bare).toFixed(0)} ms`;
  printFact("sim-start-median", `${(median(ours) / median(bare)).toFixed(2)}, ${times} at best`);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
