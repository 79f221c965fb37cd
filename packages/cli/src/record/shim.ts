// Writes a program `claude` that records every run: a few lines of JavaScript that load unspool with the flags of the
// recording before those of the caller, without a shell or another process.

import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../cli/io.ts";

export interface ShimOptions {
  readonly folder: string;
  /** Flags of `unspool record`. */
  readonly flags: readonly string[];
  /** The program to record. */
  readonly program: string;
  /** The paths of unspool's executable and of Node. */
  readonly script: string;
  readonly node: string;
  readonly isWindows: boolean;
}

const MARK = "// A shim of `unspool record`. Delete this file to remove it.";

/** Returns the path of the shim. @throws {UsageError} if another file is there, or the shim would start itself */
export function writeShim({ folder, flags, program, script, node, isWindows }: ShimOptions): string {
  const file = join(folder, "claude");
  if (existsSync(file)) {
    if (realpathSync(file) === resolveRealPath(program)) {
      throw new UsageError(
        `${file} is the claude that was found and cannot record itself: give the real one after --.`,
      );
    }
    if (!readFileSync(file, "utf8").includes(MARK)) {
      throw new UsageError(`${file} exists and is not a shim of unspool: give another folder.`);
    }
  }
  const argv = ["record", ...flags, "--", program];
  const lines = [
    `#!${chooseInterpreter(node)}`,
    MARK,
    `process.argv.splice(2, 0, ...${JSON.stringify(argv)});`,
    `import(${JSON.stringify(pathToFileURL(script).href)});`,
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
  chmodSync(file, 0o755);
  if (!isWindows) return file;
  writeFileSync(`${file}.cmd`, `@"${node}" "%~dp0claude" %*\r\n`);
  return `${file}.cmd`;
}

/** Kernels cut the first line at 127 to 255 bytes and at a space. */
function chooseInterpreter(node: string): string {
  return node.length < 120 && !/\s/.test(node) ? node : "/usr/bin/env node";
}

function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
