// help-start: the whole life of `unspool --help` ÷ that of `node -e 0`.

import { fileURLToPath } from "node:url";
import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { time } from "../../../simulator/bench/child.mjs";

const unspool = fileURLToPath(new URL("../../dist/bundle/unspool.mjs", import.meta.url));

/**
 * @param {number} rounds
 * @param {number} limit
 */
export async function measureHelpStart(rounds, limit) {
  const ours = [];
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    // By turns, so that both have the same weather.
    bare.push((await time(["-e", "0"])).end);
    const { end, bytes } = await time([unspool, "--help"]);
    if (bytes === 0) throw new Error("no help was written");
    ours.push(end);
  }
  printAtMost("help-start", Math.min(...ours) / Math.min(...bare), limit);
  const times = `${Math.min(...ours).toFixed(0)} ms, node -e 0 ${Math.min(...bare).toFixed(0)} ms`;
  printFact("help-start-median", `${(median(ours) / median(bare)).toFixed(2)}, ${times} at best`);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
