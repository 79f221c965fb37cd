// Installs published versions of the CLI into a cache, each in its own folder. Install scripts are not run: the program is
// started from inside its package.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** A program and the arguments that precede those of the caller. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** Installs a version if necessary. Returns how to start it. */
export async function installCli(version: string, cache: string): Promise<Program> {
  const folder = join(cache, `claude-code-${version}`);
  if (!existsSync(folder)) await installPackages(folder, [`@anthropic-ai/claude-code@${version}`]);
  return findProgram(folder, version);
}

/** Installs packages into a folder that appears only when all of them are installed. */
export async function installPackages(
  folder: string,
  packages: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, "package.json"), '{ "private": true }\n');
  // The newest CLIs require a newer Node to install, but do not need it to run.
  const flags = [
    "--ignore-scripts",
    "--engine-strict=false",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
  ];
  await runFile("npm", ["install", ...flags, ...more, ...packages], { cwd: draft, timeout: 600_000 });
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another run has installed it first.
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

function findProgram(folder: string, version: string): Program {
  const scope = join(folder, "node_modules/@anthropic-ai");
  const script = join(scope, "claude-code/cli.js");
  if (existsSync(script)) return { file: process.execPath, args: [script] };
  const name = `claude-code-${process.platform}-${process.arch}`;
  for (const binary of [name, `${name}-musl`].map((entry) => join(scope, entry, "claude"))) {
    if (existsSync(binary)) return { file: binary, args: [] };
  }
  throw new Error(`claude-code ${version} is installed, but has no program for ${process.platform} on ${process.arch}`);
}
