// Finds the `claude` to run: from the option, from `UNSPOOL_CLAUDE`, on the PATH, or in the folders of installers, in that
// order. The result can be started without a shell, on Windows too.

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, posix, win32 } from "node:path";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { queryVersion, readVersion } from "./program-version.ts";
import { listInstallLocations } from "./install-locations.ts";
import { resolveShim } from "./windows-shim.ts";

export interface ClaudeProgram {
  /** The program to start. */
  readonly command: string;
  /** Arguments before the flags: a script, if `command` is Node. */
  readonly args: readonly string[];
  /** The path that was found, with links unresolved. */
  readonly path: string;
  /** Undefined if no file beside the program names it, and the program was not asked. */
  readonly version: string | undefined;
  readonly source: "option" | "UNSPOOL_CLAUDE" | "PATH" | "usual-place";
}

export interface FindOptions {
  readonly executable?: string | undefined;
  /** @default the environment of this process */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default this one */
  readonly platform?: string;
  readonly home?: string;
  readonly clock?: Clock;
}

/** Finds the program without starting anything. @throws {ClaudeError} `claude-not-found` */
export function locateClaude(options: FindOptions = {}): ClaudeProgram {
  const { env = process.env, platform = process.platform, home = homedir() } = options;
  const where = { env, platform, home };
  const named = options.executable ?? emptyToUndefined(env["UNSPOOL_CLAUDE"]);
  if (named !== undefined) {
    const source = options.executable === undefined ? "UNSPOOL_CLAUDE" : "option";
    const path = listCandidates(named, where).find(isFile);
    if (path !== undefined) return toProgram(path, source, where);
    throw createNotFoundError([named], source);
  }
  const onPath = listCandidates("claude", where);
  const usual = listInstallLocations(env, platform, home);
  for (const [paths, source] of [
    [onPath, "PATH"],
    [usual, "usual-place"],
  ] as const) {
    const path = paths.find((one) => isRunnable(one, platform));
    if (path !== undefined) return toProgram(path, source, where);
  }
  throw createNotFoundError(usual, "search");
}

/** Like `locateClaude`, but asks the program for a version that no file names. @throws {ClaudeError} `claude-not-found` */
export async function findClaude(options: FindOptions = {}): Promise<ClaudeProgram> {
  const program = locateClaude(options);
  if (program.version !== undefined) return program;
  const version = await queryVersion(program, options.env ?? process.env, options.clock ?? SYSTEM_CLOCK);
  return { ...program, version };
}

interface Where {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** Lists the files that a name can mean: a path itself, otherwise a file in each folder of the PATH; with Windows' extensions. */
function listCandidates(name: string, { env, platform, home }: Where): readonly string[] {
  const path = platform === "win32" ? win32 : posix;
  const expanded = /^~[/\\]/.test(name) ? path.join(home, name.slice(2)) : name;
  const isPath = expanded.includes("/") || (platform === "win32" && expanded.includes("\\"));
  const words = isPath ? [expanded] : listPathFolders(env, platform).map((folder) => path.join(folder, expanded));
  if (platform !== "win32") return words;
  // Never the bare name first: npm puts a script for Unix shells of that name beside its `.cmd`.
  return words.flatMap((word) => (path.extname(word) === "" ? [`${word}.exe`, `${word}.cmd`, word] : [word]));
}

/** Empty and relative entries are ignored: they mean the working directory, whose `claude` cannot be trusted. */
function listPathFolders(env: Where["env"], platform: string): readonly string[] {
  const isWindows = platform === "win32";
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  const separator = platform === process.platform ? delimiter : isWindows ? ";" : ":";
  const all = (name === undefined ? "" : (env[name] ?? "")).split(separator);
  return all.filter((folder) => (isWindows ? win32 : posix).isAbsolute(folder));
}

function toProgram(path: string, source: ClaudeProgram["source"], { platform }: Where): ClaudeProgram {
  const target = platform === "win32" ? (resolveShim(path) ?? path) : path;
  const real = resolveRealPath(target);
  const version = readVersion(real);
  // Windows does not run scripts by their first line. With our own Node, the file's mode and the PATH do not matter.
  const isScript = /\.[cm]?js$/i.test(target) || (platform === "win32" && !/\.(exe|com)$/i.test(target));
  return isScript
    ? { command: process.execPath, args: [target], path, version, source }
    : { command: target, args: [], path, version, source };
}

function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isRunnable(path: string, platform: string): boolean {
  try {
    if (!isFile(path)) return false;
    accessSync(path, platform === "win32" ? constants.F_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function emptyToUndefined(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : value;
}

function createNotFoundError(looked: readonly string[], source: "option" | "UNSPOOL_CLAUDE" | "search"): ClaudeError {
  const by = source === "option" ? "the option `executable`" : source;
  const message =
    source === "search"
      ? `No \`claude\` was found on the PATH, nor in the usual places: ${looked.join(", ")}. ` +
        "Install Claude Code (npm install -g @anthropic-ai/claude-code), or give the path of its program in the option " +
        "`executable` or in UNSPOOL_CLAUDE."
      : `There is no program ${JSON.stringify(looked[0])}, which ${by} names. Give the path of an installed \`claude\`.`;
  return new ClaudeError("claude-not-found", message, { looked, source });
}
