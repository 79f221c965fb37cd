// Reads the settings of `--settings` and of the files that `--setting-sources` names. As in the real CLI, one invalid value makes
// it ignore the whole file silently.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CommandHook } from "../../engine/sessions/hook-registry.ts";
import type { AskRule } from "../../engine/sessions/options.ts";
import { isRecord } from "../../json.ts";
import type { CliQuirks } from "./cli-quirks.ts";
import { parseRecord, type JsonRecord } from "./json-values.ts";
import { refuse } from "./refusal.ts";

export interface Settings {
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly outputStyle: string | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly AskRule[];
  readonly additionalDirectories: readonly string[];
  readonly hooks: readonly CommandHook[];
}

const NONE: Settings = {
  model: undefined,
  permissionMode: undefined,
  outputStyle: undefined,
  allow: [],
  deny: [],
  ask: [],
  additionalDirectories: [],
  hooks: [],
};

/** The file of each source. User settings, too, are read only if `--setting-sources` names them. */
const FILES: Readonly<Record<string, (cwd: string, home: string) => string>> = {
  user: (_cwd, home) => (home === "" ? "" : join(home, ".claude/settings.json")),
  project: (cwd) => join(cwd, ".claude/settings.json"),
  local: (cwd) => join(cwd, ".claude/settings.local.json"),
};

export interface SettingsFlags {
  /** `--settings`: a file, or the text itself. */
  readonly settings: string | undefined;
  /** `--setting-sources`. Without it no file is read, so that a test does not depend on its machine. */
  readonly sources: string | undefined;
}

/** Reads and merges the settings. Later values win; rules and hooks are joined. @throws {Refusal} */
export function readSettings(flags: SettingsFlags, cwd: string, home: string, quirks: CliQuirks): Settings {
  const given = readGiven(flags.settings, cwd, quirks);
  const asked = new Set((flags.sources ?? "").split(",").map((source) => source.trim()));
  const all = ["user", "project", "local"]
    .filter((source) => asked.has(source))
    .map((source) => parseSettings(readFile(FILES[source]?.(cwd, home) ?? ""), `${source}Settings`, quirks));
  return [...all, parseSettings(given, "flagSettings", quirks)].reduce(merge, NONE);
}

function readGiven(value: string | undefined, cwd: string, quirks: CliQuirks): JsonRecord | undefined {
  if (value === undefined) return undefined;
  const inline = parseRecord(value);
  if (inline !== undefined) return inline;
  const file = resolve(cwd, value);
  if (!existsSync(file)) refuse(`Error: Settings file not found: ${quirks.resolvesSettings ? file : value}`);
  return readFile(file);
}

function readFile(file: string): JsonRecord | undefined {
  try {
    return parseRecord(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function parseSettings(record: JsonRecord | undefined, source: string, quirks: CliQuirks): Settings {
  if (record === undefined) return NONE;
  const { model, outputStyle, permissions = {}, hooks = {} } = record;
  const own = isRecord(permissions) ? permissions : undefined;
  const mode = own?.["defaultMode"];
  const lists = ["allow", "deny", "ask", "additionalDirectories"].map((name) => parseList(own?.[name]));
  const commands = parseHooks(hooks);
  const isValid =
    isText(model) && isText(outputStyle) && own !== undefined && isMode(mode, quirks) && commands !== undefined;
  if (!isValid || lists.includes(undefined)) return NONE;
  const [allow = [], deny = [], ask = [], additionalDirectories = []] = lists;
  return {
    model,
    outputStyle,
    permissionMode: mode === "manual" ? "default" : mode,
    allow,
    deny,
    ask: ask.map((rule) => ({ rule, source })),
    additionalDirectories,
    hooks: commands,
  };
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isMode(value: unknown, quirks: CliQuirks): value is string | undefined {
  const known: readonly unknown[] = [...quirks.permissionModes, ...quirks.unlistedModes];
  return value === undefined || known.includes(value);
}

/** Returns undefined if it is not a list of texts. */
function parseList(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

function merge(before: Settings, after: Settings): Settings {
  return {
    model: after.model ?? before.model,
    permissionMode: after.permissionMode ?? before.permissionMode,
    outputStyle: after.outputStyle ?? before.outputStyle,
    allow: [...before.allow, ...after.allow],
    deny: [...before.deny, ...after.deny],
    ask: [...before.ask, ...after.ask],
    additionalDirectories: [...before.additionalDirectories, ...after.additionalDirectories],
    hooks: [...before.hooks, ...after.hooks],
  };
}

/** Parses command hooks and ignores other kinds. Returns undefined if the value is invalid. */
function parseHooks(value: unknown): readonly CommandHook[] | undefined {
  if (!isRecord(value)) return undefined;
  const hooks: CommandHook[] = [];
  for (const [event, groups] of Object.entries(value)) {
    if (!Array.isArray(groups)) return undefined;
    for (const group of groups as readonly unknown[]) {
      if (!isRecord(group) || !Array.isArray(group["hooks"])) return undefined;
      const matcher = group["matcher"];
      for (const hook of group["hooks"] as readonly unknown[]) {
        if (!isRecord(hook)) return undefined;
        const { type, command } = hook;
        if (type !== "command" || typeof command !== "string") continue;
        hooks.push({ event, matcher: typeof matcher === "string" ? matcher : undefined, command });
      }
    }
  }
  return hooks;
}
