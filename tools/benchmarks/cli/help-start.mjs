// help-start: total time of `unspool --help` ÷ that of `node -e 0`.

import { fileURLToPath } from "node:url";
import { median, printAtMost, printDetail } from "../report.mjs";
import { time } from "../time-process.mjs";

const unspool = fileURLToPath(new URL("../../../packages/cli/dist/bundle/unspool.mjs", import.meta.url));

/**
 * @param {number} rounds
 * @param {number} limit
 */
export async function measureHelpStart(rounds, limit) {
  const ours = [];
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that disturbances of the machine hit both.
    bare.push((await time(["-e", "0"])).end);
    const { end, bytes } = await time([unspool, "--help"]);
    if (bytes === 0) throw new Error("no help was written");
    ours.push(end);
  }
  printAtMost("help-start", Math.min(...ours) / Math.min(...bare), limit);
  const times = `${Math.min(...ours).toFixed(0)} ms, node -e 0 ${Math.min(...bare).toFixed(0)} ms`;
  printDetail("help-start-median", `${(median(ours) / median(bare)).toFixed(2)}, ${times} at best`);
}
