// Runs contestants, each in its own process with a minimal environment.

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const TIMEOUT_MS = 180_000;
/** Contestants that measure memory and need `--expose-gc`. With that flag Node recompiles its own modules, so others go without. */
const NEEDS_GC = new Set(["memory", "drop", "sessions"]);

/**
 * @param {string} contestant the name of its file
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<any>} what it printed
 */
export async function run(contestant, args, env = {}) {
  const file = fileURLToPath(new URL(`contestants/${contestant}.mjs`, import.meta.url));
  const flags = NEEDS_GC.has(contestant) ? ["--expose-gc"] : [];
  const { stdout } = await runFile(process.execPath, [...flags, file, ...args], {
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`, ...env },
    timeout: TIMEOUT_MS,
  }).catch((/** @type {unknown} */ error) => {
    const { stderr = "", code, signal } = Object(error);
    // A minified program prints its whole source with the error, so only the message is kept.
    const [reason] = /^\w*Error\b.*$/m.exec(stderr) ?? [`it ended with ${code ?? signal}`];
    throw new Error(`${contestant} ${args.join(" ")}: ${reason.slice(0, 300)}`);
  });
  return JSON.parse(stdout);
}

/**
 * Runs the contestants in turns (A, B, A, B …), so that a disturbance of the machine hits all of them.
 * @returns {Promise<any[][]>} the results of each contestant, in order
 */
export async function runByTurns(rounds, ...starts) {
  const results = starts.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, start] of starts.entries()) results[index].push(await start());
  }
  return results;
}

/** Returns one value of each result. */
export function pick(results, name) {
  return results.map((result) => result[name]);
}
