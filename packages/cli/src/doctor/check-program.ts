// Checks the program, its version, and the flags that this version has.

import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { supportsOf, type ClaudeProgram } from "@unspool/client";
import { ok, warning, type CheckResult } from "./check-result.ts";

/** Flags that unspool uses, each with the feature that needs it. */
const FLAGS: readonly (readonly [flag: string, use: string])[] = [
  ["--include-partial-messages", "text as it is typed"],
  ["--replay-user-messages", "echoes of prompts"],
  ["--fork-session", "forks"],
  ["--settings", "settings of a session"],
  ["--setting-sources", "a choice of settings files"],
  ["--agents", "agents of a session"],
  ["--max-budget-usd", "the CLI's own budget"],
  ["--json-schema", "structured answers"],
  ["--tools", "a choice of tools"],
  ["--no-session-persistence", "sessions that leave nothing behind"],
  ["--effort", "the effort of thinking"],
  ["--include-hook-events", "events of hooks"],
  ["--forward-subagent-text", "what sub-agents say"],
];

export function checkProgram({ path, version, source }: ClaudeProgram, newest: string): readonly CheckResult[] {
  const found: CheckResult[] = [ok("claude", `${path} (${SOURCES[source]})`)];
  if (version === undefined) {
    found.push(warning("version", "it does not print its version", "check that it is Claude Code: claude --version"));
    return found;
  }
  const isNewer = isNewerThan(version, newest);
  const beyond = isNewer ? `, newer than ${newest}, the newest tested: unknown lines are passed on unchanged` : "";
  found.push(ok("version", `${version}${beyond}`));
  const supports = supportsOf(version);
  const missing = FLAGS.filter(([flag]) => !supports.hasFlag(flag));
  found.push(
    missing.length === 0
      ? ok("flags", `has all ${FLAGS.length} that unspool uses`)
      : warning(
          "flags",
          `lacks ${missing.map(([flag, use]) => `${flag} (${use}; since ${supports.since(flag) ?? "?"})`).join(", ")}`,
          "update it: claude update",
        ),
  );
  return found;
}

const SOURCES: Readonly<Record<ClaudeProgram["source"], string>> = {
  option: "from --claude",
  UNSPOOL_CLAUDE: "from UNSPOOL_CLAUDE",
  PATH: "first on the PATH",
  "usual-place": "not on the PATH, in a usual folder",
};

/** Whether the version asks the model at its start: 2.0.76 warms up two agents; 2.0.30, 2.1.20 and all others tested do not. */
export function spendsAtStart({ version }: ClaudeProgram): boolean {
  return version !== undefined && isNewerThan(version, "2.0.30") && isNewerThan("2.1.20", version);
}

/** Looks for other claudes on the PATH, which another program may start. */
export function checkOthers(program: ClaudeProgram, path: string | undefined): readonly CheckResult[] {
  const own = resolveRealPath(program.path);
  const others = (path ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "claude"))
    .filter((file) => isRunnable(file) && resolveRealPath(file) !== own);
  if (others.length === 0) return [];
  const found = `there is another one: ${[...new Set(others)].join(", ")}`;
  return [warning("claude", found, "remove the old one, so that every program starts the same claude")];
}

function isNewerThan(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(/[.-]/).map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
