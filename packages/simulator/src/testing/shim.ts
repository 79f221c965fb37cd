// Writes an executable named `claude`: a few lines of JavaScript that load the simulator with the flags of a test in front of
// those of the caller. It needs no shell and no second process.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface ShimOptions {
  readonly folder: string;
  /** The simulator's executable. */
  readonly program: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The Node executable that runs it. */
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
}

/** Writes the executable. Returns its path. */
export function writeShim({ folder, program, flags, env, execPath, platform }: ShimOptions): string {
  const script = join(folder, "claude");
  const lines = [
    `#!${chooseInterpreter(execPath)}`,
    `process.argv.splice(2, 0, ...${JSON.stringify(flags)});`,
    `Object.assign(process.env, ${JSON.stringify(env)});`,
    // A package.json of type "module" in a parent folder makes it an ES module, so it works as both.
    `if (typeof require === "function") require(${JSON.stringify(program)});`,
    `else import(${JSON.stringify(pathToFileURL(program).href)});`,
  ];
  writeFileSync(script, `${lines.join("\n")}\n`);
  chmodSync(script, 0o755);
  if (platform !== "win32") return script;
  writeFileSync(`${script}.cmd`, `@"${execPath}" "%~dp0claude" %*\r\n`);
  return `${script}.cmd`;
}

/** Chooses the interpreter of the first line, which kernels cut after 127 to 255 bytes, and at a space. */
function chooseInterpreter(execPath: string): string {
  return execPath.length < 120 && !/\s/.test(execPath) ? execPath : "/usr/bin/env node";
}
