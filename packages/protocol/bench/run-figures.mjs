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
    for (const [name, measure] of Object.entries(figuresOf(folder, isShort))) {
      try {
        await measure();
      } catch (error) {
        const isSkipped = error instanceof Skipped;
        console.log(`${name}: ${isSkipped ? "skipped" : "NOT MEASURED"}: ${error.message}`);
        if (!isSkipped) process.exitCode = 1;
      }
    }
  } finally {
    // A program that is just ending may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 30 });
  }
}
