// decode-deltas, decode-mixed, decode-blocks, decode-foreign: time of bytes → events ÷ time of JSON.parse of the same lines.

import { decodeChunks, parseLines, splitAndParse } from "./contestants.mjs";
import { race } from "../race.mjs";
import { printAtMost, printDetail } from "../report.mjs";

/**
 * @param {string} name
 * @param {ReturnType<import("../data/sample.mjs").takeSample>} sample
 * @param {number} rounds
 * @param {number} [limit] undefined without a goal
 */
export async function measureDecode(name, { bytes, chunks, lines }, rounds, limit) {
  const [ours, theirs, floor] = await race(
    rounds,
    () => decodeChunks(chunks),
    () => parseLines(lines),
    () => splitAndParse(chunks),
  );
  if (limit === undefined) printDetail(name, (ours / theirs).toFixed(2));
  else printAtMost(name, ours / theirs, limit);
  const events = decodeChunks(chunks);
  const speeds = [
    `${(events / ours / 1000).toFixed(2)} M events/s`,
    `${(bytes / ours / 1000).toFixed(0)} MB/s`,
    `JSON.parse ${(bytes / theirs / 1000).toFixed(0)} MB/s`,
    `decode, split and JSON.parse ${(floor / theirs).toFixed(2)}`,
    `${lines.length} lines of ${Math.round(bytes / lines.length)} bytes`,
  ];
  printDetail(`${name}-speed`, speeds.join(", "));
}
