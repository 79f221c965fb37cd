// Runs contestants, each in a process of its own with nothing in its environment that it does not need.

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const PATIENCE_MS = 180_000;
/** Those that look at memory. The others run as anybody's program does: with the flag, Node compiles its own modules anew. */
const WEIGHED = new Set(["memory", "drop", "sessions"]);

/**
 * @param {string} contestant the name of its file
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<any>} what it printed
 */
export async function run(contestant, args, env = {}) {
  const file = fileURLToPath(new URL(`contestants/${contestant}.mjs`, import.meta.url));
  const flags = WEIGHED.has(contestant) ? ["--expose-gc"] : [];
  const { stdout } = await runFile(process.execPath, [...flags, file, ...args], {
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`, ...env },
    timeout: PATIENCE_MS,
  }).catch((/** @type {unknown} */ error) => {
    const { stderr = "", code, signal } = Object(error);
    // Who is minified shows a whole file: the sentence is enough.
    const [reason] = /^\w*Error\b.*$/m.exec(stderr) ?? [`it ended with ${code ?? signal}`];
    throw new Error(`${contestant} ${args.join(" ")}: ${reason.slice(0, 300)}`);
  });
  return JSON.parse(stdout);
}

/**
 * By turns, so that all have the same weather: A, B, A, B …
 * @returns {Promise<any[][]>} the results of each, in their order
 */
export async function runByTurns(rounds, ...starts) {
  const results = starts.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, start] of starts.entries()) results[place].push(await start());
  }
  return results;
}

/** One figure of each result. */
export function pick(results, name) {
  return results.map((result) => result[name]);
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Lowest to highest. */
export function spread(values, digits = 2) {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}
