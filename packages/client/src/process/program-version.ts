// The version of a program without running it: its package.json, or the number in its own path. Otherwise `--version` is
// asked, once per file as it is on disk.

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

/** A native binary has been seen to take 1.1 s for its first words on a busy machine. */
const DEADLINE_MS = 15_000;
const NUMBER = /\d+\.\d+\.\d+(?:-[\w.]+)?/;

/** By path, time and size, so that an update is seen. The promise: two askers are one start. */
const asked = new Map<string, Promise<string | undefined>>();

/** @param real the program's own path, links resolved */
export function knownVersion(real: string): string | undefined {
  // `cli.js` stands beside its package.json, `bin/claude.exe` one folder below.
  for (const folder of [dirname(real), dirname(dirname(real))]) {
    const version = packageVersion(join(folder, "package.json"));
    if (version !== undefined) return version;
  }
  // The native installer keeps its programs as `…/versions/2.1.200`.
  return /[/\\]versions[/\\](\d+\.\d+\.\d+(?:-[\w.]+)?)(?:$|[/\\])/.exec(real)?.[1];
}

/** Never rejects. */
export function askedVersion(
  program: Startable,
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
): Promise<string | undefined> {
  const stat = statSync(program.path, { throwIfNoEntry: false });
  const key = [program.command, ...program.args, stat?.mtimeMs, stat?.size].join("\n");
  const known = asked.get(key);
  if (known !== undefined) return known;
  const answer = ask(program, inheritedEnvironment(env, process.platform), clock);
  asked.set(key, answer);
  // What failed may go better the next time.
  void answer.then((version) => (version === undefined ? asked.delete(key) : undefined));
  return answer;
}

function ask(program: Startable, env: Record<string, string>, clock: Clock): Promise<string | undefined> {
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
      // Whoever it started may hold the pipe.
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(undefined);
    });
  });
}

function packageVersion(file: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    const isClaude = typeof name === "string" && /^@anthropic-ai\/claude-code(-|$)/.test(name);
    return isClaude && typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
