// Settings: those of `--settings`, and those of the files that `--setting-sources` names. One value that is not what it
// should be makes the real CLI pass over all that stands beside it, without a word.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CommandHook } from "../engine/command-hooks.ts";
import type { AskRule } from "../engine/types.ts";
import { isRecord } from "../json.ts";
import type { CliManners } from "./cli-manners.ts";
import { parseRecord, type JsonRecord } from "./json-values.ts";
import { refuse } from "./refusal.ts";
import { hooksOf } from "./settings-hooks.ts";

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

/** Where the files of a source are. Those of the user count like the others: only if they are asked for. */
const FILES: Readonly<Record<string, (cwd: string, home: string) => string>> = {
  user: (_cwd, home) => (home === "" ? "" : join(home, ".claude/settings.json")),
  project: (cwd) => join(cwd, ".claude/settings.json"),
  local: (cwd) => join(cwd, ".claude/settings.local.json"),
};

export interface SettingsFlags {
  /** Of `--settings`: a file, or the text itself. */
  readonly settings: string | undefined;
  /** Of `--setting-sources`. Without it no file is read, so that a test does not depend on the machine it runs on. */
  readonly sources: string | undefined;
}

/** The later ones win; rules and hooks of all of them count. @throws {Refusal} */
export function readSettings(flags: SettingsFlags, cwd: string, home: string, manners: CliManners): Settings {
  const given = readGiven(flags.settings, cwd, manners);
  const asked = new Set((flags.sources ?? "").split(",").map((source) => source.trim()));
  const all = ["user", "project", "local"]
    .filter((source) => asked.has(source))
    .map((source) => settingsOf(readFile(FILES[source]?.(cwd, home) ?? ""), `${source}Settings`, manners));
  return [...all, settingsOf(given, "flagSettings", manners)].reduce(merge, NONE);
}

function readGiven(value: string | undefined, cwd: string, manners: CliManners): JsonRecord | undefined {
  if (value === undefined) return undefined;
  const inline = parseRecord(value);
  if (inline !== undefined) return inline;
  const file = resolve(cwd, value);
  if (!existsSync(file)) refuse(`Error: Settings file not found: ${manners.resolvesSettings ? file : value}`);
  return readFile(file);
}

function readFile(file: string): JsonRecord | undefined {
  try {
    return parseRecord(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function settingsOf(record: JsonRecord | undefined, source: string, manners: CliManners): Settings {
  if (record === undefined) return NONE;
  const { model, outputStyle, permissions = {}, hooks = {} } = record;
  const own = isRecord(permissions) ? permissions : undefined;
  const mode = own?.["defaultMode"];
  const lists = ["allow", "deny", "ask", "additionalDirectories"].map((name) => listOf(own?.[name]));
  const commands = hooksOf(hooks);
  const isGood =
    isText(model) && isText(outputStyle) && own !== undefined && isMode(mode, manners) && commands !== undefined;
  if (!isGood || lists.includes(undefined)) return NONE;
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

function isMode(value: unknown, manners: CliManners): value is string | undefined {
  const known: readonly unknown[] = [...manners.permissionModes, ...manners.unlistedModes];
  return value === undefined || known.includes(value);
}

/** Undefined if it is no list of texts. */
function listOf(value: unknown): readonly string[] | undefined {
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
