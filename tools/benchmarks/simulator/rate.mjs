// sim-rate: lines per second of the simulated executable with a long partial stream ÷ those of plain `process.stdout.write` of
// the same lines. Both write to a pipe that the parent reads. Measured from the first byte to the end.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printAtLeast, printDetail } from "../report.mjs";
import { simulator, time } from "../time-process.mjs";

const PLAIN_WRITER = `
import { readFileSync } from "node:fs";
const lines = readFileSync(process.argv[2], "utf8").split(/(?<=\\n)/);
for (const line of lines) process.stdout.write(line);
`;

/**
 * @param {string} folder
 * @param {number} rounds
 * @param {number} pieces
 * @param {number} limit
 */
export async function measureRate(folder, rounds, pieces, limit) {
  const scenario = join(folder, "rate.json");
  const blocks = [{ text: "twelve chars".repeat(pieces) }];
  writeFileSync(scenario, JSON.stringify({ turns: [{ replies: [{ blocks, pieceLength: 12 }] }] }));
  const flags = ["--simulate-scenario", scenario, "--simulate-store", join(folder, "sessions")];
  const output = ["--output-format", "stream-json", "--verbose", "--include-partial-messages"];
  const ours = [simulator, ...flags, "-p", ...output, "hi"];

  const prepared = (await time(ours, { keep: true })).output;
  const lines = prepared.toString("utf8").split("\n").length - 1;
  if (lines < pieces) throw new Error(`${lines} lines instead of more than ${pieces}`);
  const file = join(folder, "prepared.ndjson");
  writeFileSync(file, prepared);
  const writer = join(folder, "writer.mjs");
  writeFileSync(writer, PLAIN_WRITER);

  let best = Infinity;
  let bestPlain = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    bestPlain = Math.min(bestPlain, await duration([writer, file], prepared.length));
    best = Math.min(best, await duration(ours, prepared.length));
  }
  printAtLeast("sim-rate", bestPlain / best, limit);
  const speeds = [best, bestPlain].map((ms) => `${Math.round(lines / ms)} lines/ms`);
  printDetail(
    "sim-rate-speed",
    `${speeds[0]}, plain ${speeds[1]}, ${lines} lines of ${Math.round(prepared.length / lines)} bytes`,
  );
}

/** Returns the time from the first byte to the end. */
async function duration(args, expectedBytes) {
  const { first, end, bytes } = await time(args);
  // The same scenario and seed must give the same length.
  if (bytes !== expectedBytes) throw new Error(`${bytes} bytes instead of ${expectedBytes}`);
  return end - first;
}
