// The version of a program: from its package.json or its path, without running it, otherwise from `--version`, once for each
// state of the file on disk.

import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "../clock.ts";
import { inheritedEnvironment } from "./environment.ts";

interface Startable {
  readonly command: string;
  readonly args: readonly string[];
  readonly path: string;
}

/** A native binary took 1.1 s for its first output on a busy machine. */
const DEADLINE_MS = 15_000;
const NUMBER = /\d+\.\d+\.\d+(?:-[\w.]+)?/;

/** By path, time and size, so that an update is noticed. Concurrent callers share one start. */
const asked = new Map<string, Promise<string | undefined>>();

/** Reads the version from files. @param real the program's path, with links resolved */
export function readVersion(real: string): string | undefined {
  // `cli.js` is beside its package.json, `bin/claude.exe` one folder below.
  for (const folder of [dirname(real), dirname(dirname(real))]) {
    const version = readPackageVersion(join(folder, "package.json"));
    if (version !== undefined) return version;
  }
  // The native installer keeps its programs as `…/versions/2.1.200`.
  return /[/\\]versions[/\\](\d+\.\d+\.\d+(?:-[\w.]+)?)(?:$|[/\\])/.exec(real)?.[1];
}

/** Asks the program for its version. Never rejects. */
export function queryVersion(
  program: Startable,
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
): Promise<string | undefined> {
  const stat = statSync(program.path, { throwIfNoEntry: false });
  const key = [program.command, ...program.args, stat?.mtimeMs, stat?.size].join("\n");
  const known = asked.get(key);
  if (known !== undefined) return known;
  const answer = runVersionCommand(program, inheritedEnvironment(env, process.platform), clock);
  asked.set(key, answer);
  // A failed query is tried again by the next caller.
  void answer.then((version) => (version === undefined ? asked.delete(key) : undefined));
  return answer;
}

function runVersionCommand(program: Startable, env: Record<string, string>, clock: Clock): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      program.command,
      [...program.args, "--version"],
      { env, encoding: "utf8", windowsHide: true, maxBuffer: 64 * 1024, killSignal: "SIGKILL" },
      (_error, stdout) => {
        cancel();
        resolve(NUMBER.exec(stdout)?.[0]);
      },
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end();
    const cancel = clock.after(DEADLINE_MS, () => {
      child.kill("SIGKILL");
      // A process that it started may hold the pipe.
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(undefined);
    });
  });
}

function readPackageVersion(file: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    const isClaude = typeof name === "string" && /^@anthropic-ai\/claude-code(-|$)/.test(name);
    return isClaude && typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10)));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    // A version that is not a number is a custom build, and counts as new.
    if (difference !== 0) return Number.isNaN(difference) ? 1 : difference;
  }
  return 0;
}
