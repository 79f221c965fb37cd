// Runs the benchmarks of a package one after the other, in a temporary folder. A missed goal is marked but does not fail the
// run, since times on a shared machine prove nothing. A benchmark that throws fails the run, unless it throws `Skipped`.

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Thrown by a benchmark that cannot run on this machine. */
export class Skipped extends Error {}

/**
 * @param {string[]} args `--short` or nothing
 * @param {(folder: string, isShort: boolean) => Record<string, () => unknown>} createBenchmarks by name, in order
 */
export async function runBenchmarks(args, createBenchmarks) {
  const unknown = args.filter((arg) => arg !== "--short");
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(" ")}; there is only --short`);
  const isShort = args.includes("--short");
  console.log(`Node ${process.version}${isShort ? ", short run: fewer rounds, rougher results" : ""}`);
  const folder = mkdtempSync(join(tmpdir(), "unspool-bench-"));
  try {
    for (const [name, measure] of Object.entries(createBenchmarks(folder, isShort))) await runBenchmark(name, measure);
  } finally {
    // A program that is about to exit may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 30 });
  }
}

/** Runs a benchmark, and once more if it fails: on a busy machine a program may exceed its timeout. */
async function runBenchmark(name, measure, isLast = false) {
  try {
    await measure();
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    console.log(`${name}: ${isSkipped ? "skipped" : isLast ? "NOT MEASURED" : "measured again"}: ${error.message}`);
    if (isSkipped) return;
    if (isLast) process.exitCode = 1;
    else await runBenchmark(name, measure, true);
  }
}
