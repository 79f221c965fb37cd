// view-rate: MB/s of `unspool view file > /dev/null` ÷ those of a Node program that reads the same file with readline and
// JSON.parse, both measured as whole processes. The file is a stream with partial messages; other kinds of sessions are printed
// as details.

import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { blockSession, deltaSession, mixedSession } from "../data/sessions.mjs";
import { printAtLeast, printDetail } from "../report.mjs";

const unspool = fileURLToPath(new URL("../../../packages/cli/dist/bundle/unspool.mjs", import.meta.url));
const FLUSH_BYTES = 1e6;

const PLAIN_READER = `
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
const lines = createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity });
for await (const line of lines) if (line !== "") JSON.parse(line);
`;

/**
 * @param {string} folder
 * @param {number} rounds
 * @param {number} megabytes
 * @param {number} limit
 */
export function measureViewRate(folder, rounds, megabytes, limit) {
  const reader = join(folder, "reader.mjs");
  writeFileSync(reader, PLAIN_READER);
  const speeds = (session) => {
    const file = join(folder, "session.ndjson");
    const bytes = writeWholeTurns(file, session(), megabytes * 1e6);
    const best = { ours: Infinity, plain: Infinity };
    for (let round = 0; round < rounds; round += 1) {
      best.plain = Math.min(best.plain, duration([reader, file]));
      best.ours = Math.min(best.ours, duration([unspool, "view", file]));
    }
    rmSync(file);
    const size = bytes / 1e3;
    return {
      ratio: best.plain / best.ours,
      words: `${Math.round(size / best.ours)} MB/s, plain ${Math.round(size / best.plain)} MB/s`,
    };
  };
  const deltas = speeds(deltaSession);
  printAtLeast("view-rate", deltas.ratio, limit);
  printDetail("view-rate-speed", deltas.words);
  for (const [name, session] of [
    ["view-rate-mixed", mixedSession],
    ["view-rate-blocks", blockSession],
  ]) {
    const { ratio, words } = speeds(session);
    printDetail(name, `${ratio.toFixed(2)}, ${words}`);
  }
}

/**
 * Writes a session up to the first end of a turn past `bytes`, and returns the size of the file. A stream cut inside a turn
 * makes `view` exit with 1, and repeated lines would be recognized by their uuids and skipped.
 */
function writeWholeTurns(file, session, bytes) {
  const descriptor = openSync(file, "w");
  let size = 0;
  let pending = [];
  let pendingLength = 0;
  for (const line of session) {
    pending.push(line, "\n");
    pendingLength += line.length + 1;
    const isEnd = size + pendingLength >= bytes && JSON.parse(line).type === "result";
    if (pendingLength >= FLUSH_BYTES || isEnd) {
      size += writeSync(descriptor, pending.join(""));
      pending = [];
      pendingLength = 0;
    }
    if (isEnd) break;
  }
  closeSync(descriptor);
  return size;
}

/** Returns the milliseconds a program takes from start to exit, its output discarded. */
function duration(args) {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr.slice(0, 300)}`);
  return performance.now() - begun;
}
