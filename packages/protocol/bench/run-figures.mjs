// Runs the figures of a package one after the other, with a folder of their own. A goal missed is marked and no failure,
// since time on a shared machine proves nothing; a figure that could not be measured is one, unless what it needs cannot be
// had here (`Skipped`).

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a figure needs cannot be had here. */
export class Skipped extends Error {}

/**
 * @param {string[]} args of the command line: `--short` or nothing
 * @param {(folder: string, isShort: boolean) => Record<string, () => unknown>} figuresOf by name, in order
 */
export async function runFigures(args, figuresOf) {
  const unknown = args.filter((arg) => arg !== "--short");
  if (unknown.length > 0) throw new Error(`unknown argument ${unknown.join(" ")}; there is only --short`);
  const isShort = args.includes("--short");
  console.log(`Node ${process.version}${isShort ? ", short run: fewer rounds, rougher figures" : ""}`);
  const folder = mkdtempSync(join(tmpdir(), "unspool-bench-"));
  try {
    for (const [name, measure] of Object.entries(figuresOf(folder, isShort))) await runFigure(name, measure);
  } finally {
    // A program that is just ending may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 30 });
  }
}

/** A second time if the first one fails: on a busy machine a program may take longer than anybody waits. */
async function runFigure(name, measure, isLast = false) {
  try {
    await measure();
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    console.log(`${name}: ${isSkipped ? "skipped" : isLast ? "NOT MEASURED" : "measured again"}: ${error.message}`);
    if (isSkipped) return;
    if (isLast) process.exitCode = 1;
    else await runFigure(name, measure, true);
  }
}
