// The command line of `claude`, read and checked. What the real CLI refuses is refused in its words; a flag that it does
// not know is accepted with a warning, so that programs written for another version can be tried.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandHook } from "../engine/command-hooks.ts";
import type { AskRule } from "../engine/types.ts";
import { cliMannersOf, type CliManners } from "./cli-manners.ts";
import {
  checkFormats,
  checkModelFlags,
  checkNesting,
  checkPromptFiles,
  checkPromptTool,
  checkSessionFlags,
  checkSettingSources,
  checkVerbose,
} from "./combinations.ts";
import { checkFlagValues } from "./flag-values.ts";
import { readAgents, readMcpServers, readSchema, type JsonRecord } from "./json-values.ts";
import { readOwnOptions, type Environment, type OwnOptions } from "./own-options.ts";
import { parseFlags, type ParsedFlags } from "./parse-flags.ts";
import { refuse, refuseOwn } from "./refusal.ts";
import { refuseSession } from "./refuse-session.ts";
import { isSessionId } from "./session-id.ts";
import { readSettings, type Settings } from "./settings.ts";
import { splitToolList } from "./tool-list.ts";

export interface CliArguments {
  readonly own: OwnOptions;
  readonly manners: CliManners;
  /** The first word that is no flag. */
  readonly prompt: string;
  readonly inputFormat: "text" | "stream-json";
  readonly outputFormat: "text" | "json" | "stream-json";
  readonly isVerbose: boolean;
  readonly hasPartials: boolean;
  readonly replaysUser: boolean;
  /** An id, or the latest session of the working directory. */
  readonly resume: { readonly id: string } | "latest" | undefined;
  /** The line after which it is gone on, as if nothing had come behind it. */
  readonly resumeAt: string | undefined;
  readonly forks: boolean;
  readonly sessionId: string | undefined;
  readonly persists: boolean;
  readonly model: string | undefined;
  readonly fallbackModel: string | undefined;
  readonly permissionMode: string;
  readonly asksHost: boolean;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly askRules: readonly AskRule[];
  /** Those of the built-in tools that are there; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  readonly jsonSchema: unknown;
  readonly mcpServers: JsonRecord;
  readonly agents: JsonRecord;
  readonly additionalDirectories: readonly string[];
  readonly outputStyle: string | undefined;
  /** Of settings. */
  readonly commandHooks: readonly CommandHook[];
  /** `--include-hook-events` */
  readonly tellsHooks: boolean;
  /** `--forward-subagent-text` */
  readonly forwardsAgentText: boolean;
  /** For stderr, one line each. */
  readonly warnings: readonly string[];
}

export type Command =
  | { readonly kind: "run"; readonly arguments: CliArguments }
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "help" };

/** @throws {Refusal} */
export function readArguments(words: readonly string[], environment: Environment, cwd: string): Command {
  const flags = parseFlags(words);
  const own = readOwnOptions(flags, environment);
  if (flags.has("version")) return { kind: "version", version: own.version };
  if (flags.has("help")) return { kind: "help" };
  const manners = cliMannersOf(own.version);
  const files = { settings: flags.text("settings"), sources: flags.text("setting-sources") };
  const settings = readSettings(files, cwd, environment["HOME"] ?? "", manners);
  checkSettingSources(flags.text("setting-sources"));
  checkFlagValues(flags, manners);
  refuseCommands(flags);
  checkNesting(environment, manners);
  checkSessionFlags(flags, manners);
  checkModelFlags(flags, manners);
  checkPromptFiles(flags, cwd, manners);
  const mcpServers = readMcpServers(flags.list("mcp-config"), cwd, manners);
  const agents = readAgents(flags.text("agents"), cwd, manners);
  checkFormats(flags, manners);
  const jsonSchema = readSchema(flags.text("json-schema"), manners);
  const resume = readResume(flags, own, manners);
  if (flags.has("resume-session-at") && resume === undefined) refuse("Error: --resume-session-at requires --resume");
  checkVerbose(flags);
  checkPromptTool(flags, manners);
  const common = { own, manners, mcpServers, agents, jsonSchema, resume };
  return {
    kind: "run",
    arguments: { ...common, ...readRest(flags, settings, manners), warnings: warningsFor(flags, cwd, manners) },
  };
}

type Rest = Omit<CliArguments, "own" | "manners" | "mcpServers" | "agents" | "jsonSchema" | "resume" | "warnings">;

function readRest(flags: ParsedFlags, settings: Settings, manners: CliManners): Rest {
  const numberOf = (key: string): number | undefined => {
    const value = Number.parseFloat(flags.text(key) ?? "");
    return Number.isNaN(value) ? undefined : value;
  };
  return {
    prompt: flags.operands[0] ?? "",
    inputFormat: flags.text("input-format") === "stream-json" ? "stream-json" : "text",
    outputFormat: outputFormatOf(flags),
    isVerbose: flags.has("verbose"),
    hasPartials: flags.has("include-partial-messages"),
    replaysUser: flags.has("replay-user-messages"),
    resumeAt: flags.text("resume-session-at"),
    forks: flags.has("fork-session"),
    sessionId: flags.text("session-id"),
    persists: !flags.has("no-session-persistence"),
    model: flags.text("model") ?? settings.model,
    fallbackModel: flags.text("fallback-model"),
    permissionMode: readMode(flags, settings, manners),
    asksHost: flags.text("permission-prompt-tool") === "stdio" && flags.text("permission-prompts") !== "none",
    allowedTools: [...splitToolList(flags.list("allowedTools")), ...settings.allow],
    disallowedTools: [...splitToolList(flags.list("disallowedTools")), ...settings.deny],
    askRules: settings.ask,
    tools: readTools(flags),
    maxTurns: numberOf("max-turns"),
    maxBudgetUsd: numberOf("max-budget-usd"),
    additionalDirectories: [...flags.list("add-dir"), ...settings.additionalDirectories],
    outputStyle: settings.outputStyle,
    commandHooks: settings.hooks,
    tellsHooks: flags.has("include-hook-events"),
    forwardsAgentText: flags.has("forward-subagent-text"),
  };
}

function outputFormatOf(flags: ParsedFlags): CliArguments["outputFormat"] {
  return (flags.text("output-format") ?? "text") as CliArguments["outputFormat"];
}

/** Undefined: all of them. */
function readTools(flags: ParsedFlags): readonly string[] | undefined {
  const tools = flags.has("tools") ? splitToolList(flags.list("tools")) : undefined;
  return tools?.includes("default") === true ? undefined : tools;
}

function readMode(flags: ParsedFlags, settings: Settings, manners: CliManners): string {
  if (flags.has("dangerously-skip-permissions")) return "bypassPermissions";
  const mode = flags.text("permission-mode") ?? settings.permissionMode ?? manners.defaultMode;
  // 2.1.200 renamed the mode in its help, and still writes the old name.
  return mode === "manual" ? "default" : mode;
}

function readResume(flags: ParsedFlags, own: OwnOptions, manners: CliManners): CliArguments["resume"] {
  if (!flags.has("resume")) return flags.has("continue") ? "latest" : undefined;
  const id = flags.text("resume");
  if (id !== undefined && isSessionId(id)) return { id };
  const example = "(e.g., 550e8400-e29b-41d4-a716-446655440000)";
  const session = "--resume requires a valid session ID";
  const print = "when used with --print";
  const [sentence, addition] = {
    lines: [
      `Error: ${session} ${print}\nUsage: claude -p --resume <session-id>`,
      `\nSession IDs must be in UUID format ${example}\nProvided value "${id}" is not a valid UUID`,
    ],
    sentence: [
      `Error: ${session} ${print}. Usage: claude -p --resume <session-id>`,
      `. Session IDs must be in UUID format ${example}. Provided value "${id}" is not a valid UUID`,
    ],
    titles: [
      `Error: ${session} or session title ${print}. Usage: claude -p --resume <session-id|title>`,
      `. Provided value "${id}" is not a UUID and does not match any session title.`,
    ],
  }[manners.resumeWords] as [string, string];
  const given = { own, manners, outputFormat: outputFormatOf(flags), forks: flags.has("fork-session") };
  return refuseSession(id === undefined ? sentence : sentence + addition, given, undefined);
}

const COMMANDS = new Set([
  "agents",
  "auth",
  "config",
  "doctor",
  "install",
  "mcp",
  "plugin",
  "setup-token",
  "update",
  "upgrade",
]);

function refuseCommands(flags: ParsedFlags): void {
  const [command] = flags.operands;
  if (command === undefined || flags.has("print") || !COMMANDS.has(command)) return;
  refuseOwn(`the simulator has no command "${command}". For a prompt of one such word, add -p.`);
}

function warningsFor(flags: ParsedFlags, cwd: string, manners: CliManners): readonly string[] {
  const directories = manners.tellsMissingDirectories ? flags.list("add-dir") : [];
  return [
    ...flags.unknown.map(warningFor),
    ...directories.filter((path) => !existsSync(resolve(cwd, path))).map((path) => `Path ${path} was not found.`),
  ];
}

function warningFor(flag: string): string {
  const advice = flag.includes("=") ? "" : "; if it has a value, write it as --flag=value";
  return `unspool-claude: warning: unknown option ${flag} is passed over, where the real CLI refuses it${advice}`;
}
