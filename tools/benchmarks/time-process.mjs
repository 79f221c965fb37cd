// Runs a program and measures when its first byte came and when it ended, in milliseconds since the start.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const simulator = fileURLToPath(new URL("../../packages/simulator/dist/bundle/claude.cjs", import.meta.url));

/**
 * @param {readonly string[]} args for node
 * @param {{ keep?: boolean }} options `keep`: returns the output as well
 * @returns {Promise<{ first: number | undefined, end: number, bytes: number, output: Buffer }>}
 */
export function time(args, { keep = false } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    // A minimal environment, so that no other variable slows one of them down.
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env: { PATH: "" } });
    const chunks = [];
    const complaints = [];
    let first;
    let bytes = 0;
    child.stdout.on("data", (chunk) => {
      first ??= performance.now() - started;
      bytes += chunk.length;
      if (keep) chunks.push(chunk);
    });
    child.stderr.on("data", (chunk) => complaints.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      const end = performance.now() - started;
      if (code === 0) resolve({ first, end, bytes, output: Buffer.concat(chunks) });
      else reject(new Error(`${args.join(" ")} ended with ${code}: ${Buffer.concat(complaints).toString()}`));
    });
  });
}
