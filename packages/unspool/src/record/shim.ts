// A program called `claude` that records whatever runs it: a few lines of JavaScript that load this command with the flags
// of the recording in front of those of the caller. No shell, no further process.

import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../cli/io.ts";

export interface ShimOptions {
  readonly folder: string;
  /** Words of `unspool record` before the program. */
  readonly flags: readonly string[];
  /** What it records. */
  readonly program: string;
  /** The executable of unspool, and the Node that runs it. */
  readonly script: string;
  readonly node: string;
  readonly isWindows: boolean;
}

const MARK = "// A shim of `unspool record`: delete it to be rid of it.";

/** @returns the path to start @throws {UsageError} if something else is there, or it would start itself */
export function writeShim({ folder, flags, program, script, node, isWindows }: ShimOptions): string {
  const file = join(folder, "claude");
  if (existsSync(file)) {
    if (realpathSync(file) === realPath(program)) {
      throw new UsageError(
        `${file} is the claude that was found, and cannot record itself: give the real one behind --.`,
      );
    }
    if (!readFileSync(file, "utf8").includes(MARK)) {
      throw new UsageError(`${file} is there already, and no shim of ours: give another folder.`);
    }
  }
  const words = ["record", ...flags, "--", program];
  const lines = [
    `#!${interpreter(node)}`,
    MARK,
    `process.argv.splice(2, 0, ...${JSON.stringify(words)});`,
    `import(${JSON.stringify(pathToFileURL(script).href)});`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
  chmodSync(file, 0o755);
  if (!isWindows) return file;
  writeFileSync(`${file}.cmd`, `@"${node}" "%~dp0claude" %*\r\n`);
  return `${file}.cmd`;
}

/** Kernels cut the first line at 127 to 255 bytes, and at a blank. */
function interpreter(node: string): string {
  return node.length < 120 && !/\s/.test(node) ? node : "/usr/bin/env node";
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
