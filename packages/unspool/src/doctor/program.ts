// Which claude, which version, and what that version knows.

import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { supportsOf, type ClaudeProgram } from "@unspool/client";
import { ok, warning, type Verdict } from "./verdict.ts";

/** Flags that unspool uses, with what is missing without them. */
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

export function checkProgram({ path, version, source }: ClaudeProgram, newest: string): readonly Verdict[] {
  const found: Verdict[] = [ok("claude", `${path} (${SOURCES[source]})`)];
  if (version === undefined) {
    found.push(warning("version", "it does not tell its version", "is that really Claude Code? Try: claude --version"));
    return found;
  }
  const isNewer = isAbove(version, newest);
  const beyond = isNewer
    ? `, newer than ${newest}, the newest that was measured: unknown lines are passed on as they are`
    : "";
  found.push(ok("version", `${version}${beyond}`));
  const supports = supportsOf(version);
  const missing = FLAGS.filter(([flag]) => !supports.hasFlag(flag));
  found.push(
    missing.length === 0
      ? ok("flags", `knows all ${FLAGS.length} that unspool uses`)
      : warning(
          "flags",
          `does not know ${missing.map(([flag, use]) => `${flag} (${use}; since ${supports.since(flag) ?? "?"})`).join(", ")}`,
          "update it: claude update",
        ),
  );
  return found;
}

const SOURCES: Readonly<Record<ClaudeProgram["source"], string>> = {
  option: "as given",
  UNSPOOL_CLAUDE: "named by UNSPOOL_CLAUDE",
  PATH: "the first on the PATH",
  "usual-place": "not on the PATH, in a usual place",
};

/** 2.0.76 has two agents warm up with the model at its start; 2.0.30, 2.1.20 and all others that were measured do not. */
export function spendsAtStart({ version }: ClaudeProgram): boolean {
  return version !== undefined && isAbove(version, "2.0.30") && isAbove("2.1.20", version);
}

/** Others on the PATH, which somebody else may start. */
export function checkOthers(program: ClaudeProgram, path: string | undefined): readonly Verdict[] {
  const own = realPath(program.path);
  const others = (path ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "claude"))
    .filter((file) => isRunnable(file) && realPath(file) !== own);
  if (others.length === 0) return [];
  const found = `there is another one: ${[...new Set(others)].join(", ")}`;
  return [warning("claude", found, "remove what is old, so that every program starts the same")];
}

function isAbove(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(/[.-]/).map(Number));
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
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

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
