// Reads and checks the command line of `claude`. Refusals have the text of the real CLI. An unknown flag is accepted with a
// warning, so that programs written for another version can be tried.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandHook } from "../../engine/sessions/hook-registry.ts";
import type { AskRule } from "../../engine/sessions/options.ts";
import { getCliQuirks, type CliQuirks } from "./cli-quirks.ts";
import {
  checkFormats,
  checkModelFlags,
  checkNesting,
  checkPromptFiles,
  checkPromptTool,
  checkSessionFlags,
  checkSettingSources,
  checkVerbose,
} from "./flag-conflicts.ts";
import { checkFlagValues } from "./flag-values.ts";
import { readAgents, readMcpServers, readSchema, type JsonRecord } from "./json-values.ts";
import { readSimulatorOptions, type Environment, type SimulatorOptions } from "./simulator-options.ts";
import { parseFlags, type ParsedFlags, type PresetFlags } from "./parse-flags.ts";
import { refuse, refuseMisuse } from "./refusal.ts";
import { refuseSession } from "./refuse-session.ts";
import { isSessionId } from "./session-id.ts";
import { readSettings, type Settings } from "./settings.ts";

export interface CliArguments {
  readonly simulator: SimulatorOptions;
  readonly quirks: CliQuirks;
  /** The first argument that is not a flag. */
  readonly prompt: string;
  readonly inputFormat: "text" | "stream-json";
  readonly outputFormat: "text" | "json" | "stream-json";
  readonly isVerbose: boolean;
  readonly hasPartials: boolean;
  readonly replaysUser: boolean;
  /** The id of a session, or the latest one of the working directory. */
  readonly resume: { readonly id: string } | "latest" | undefined;
  /** The message after which the session continues; later ones are dropped. */
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
  /** The available built-in tools; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  readonly jsonSchema: unknown;
  readonly mcpServers: JsonRecord;
  readonly agents: JsonRecord;
  readonly additionalDirectories: readonly string[];
  readonly outputStyle: string | undefined;
  /** Hooks of the settings. */
  readonly commandHooks: readonly CommandHook[];
  /** `--include-hook-events` */
  readonly includesHookEvents: boolean;
  /** `--forward-subagent-text` */
  readonly forwardsAgentText: boolean;
  /** Lines for stderr. */
  readonly warnings: readonly string[];
}

export type Command =
  | { readonly kind: "run"; readonly arguments: CliArguments }
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "help" };

/** @throws {Refusal} */
export function readArguments(
  argv: readonly string[],
  environment: Environment,
  cwd: string,
  preset?: PresetFlags,
): Command {
  const flags = parseFlags(argv, preset);
  const simulator = readSimulatorOptions(flags, environment);
  if (flags.has("version")) return { kind: "version", version: simulator.version };
  if (flags.has("help")) return { kind: "help" };
  const quirks = getCliQuirks(simulator.version);
  const files = { settings: flags.text("settings"), sources: flags.text("setting-sources") };
  const settings = readSettings(files, cwd, environment["HOME"] ?? "", quirks);
  checkSettingSources(flags.text("setting-sources"));
  checkFlagValues(flags, quirks);
  refuseCommands(flags);
  checkNesting(environment, quirks);
  checkSessionFlags(flags, quirks);
  checkModelFlags(flags, quirks);
  checkPromptFiles(flags, cwd, quirks);
  const mcpServers = readMcpServers(flags.values("mcp-config"), cwd, quirks);
  const agents = readAgents(flags.value("agents"), cwd, quirks);
  checkFormats(flags, quirks);
  const jsonSchema = readSchema(flags.value("json-schema"), quirks);
  const resume = readResume(flags, simulator, quirks);
  if (flags.has("resume-session-at") && resume === undefined) refuse("Error: --resume-session-at requires --resume");
  checkVerbose(flags);
  checkPromptTool(flags, quirks);
  const common = { simulator, quirks, mcpServers, agents, jsonSchema, resume };
  return {
    kind: "run",
    arguments: { ...common, ...readRest(flags, settings, quirks), warnings: listWarnings(flags, cwd, quirks) },
  };
}

type Rest = Omit<CliArguments, "simulator" | "quirks" | "mcpServers" | "agents" | "jsonSchema" | "resume" | "warnings">;

function readRest(flags: ParsedFlags, settings: Settings, quirks: CliQuirks): Rest {
  const readNumber = (key: string): number | undefined => {
    const value = Number.parseFloat(flags.text(key) ?? "");
    return Number.isNaN(value) ? undefined : value;
  };
  return {
    prompt: flags.operands[0] ?? "",
    inputFormat: flags.text("input-format") === "stream-json" ? "stream-json" : "text",
    outputFormat: readOutputFormat(flags),
    isVerbose: flags.has("verbose"),
    hasPartials: flags.has("include-partial-messages"),
    replaysUser: flags.has("replay-user-messages"),
    resumeAt: flags.text("resume-session-at"),
    forks: flags.has("fork-session"),
    sessionId: flags.text("session-id"),
    persists: !flags.has("no-session-persistence"),
    model: flags.text("model") ?? settings.model,
    fallbackModel: flags.text("fallback-model"),
    permissionMode: readMode(flags, settings, quirks),
    asksHost: flags.text("permission-prompt-tool") === "stdio" && flags.text("permission-prompts") !== "none",
    allowedTools: [...splitToolList(flags.list("allowedTools")), ...settings.allow],
    disallowedTools: [...splitToolList(flags.list("disallowedTools")), ...settings.deny],
    askRules: settings.ask,
    tools: readTools(flags),
    maxTurns: readNumber("max-turns"),
    maxBudgetUsd: readNumber("max-budget-usd"),
    additionalDirectories: [...flags.list("add-dir"), ...settings.additionalDirectories],
    outputStyle: settings.outputStyle,
    commandHooks: settings.hooks,
    includesHookEvents: flags.has("include-hook-events"),
    forwardsAgentText: flags.has("forward-subagent-text"),
  };
}

function readOutputFormat(flags: ParsedFlags): CliArguments["outputFormat"] {
  return (flags.text("output-format") ?? "text") as CliArguments["outputFormat"];
}

/** Returns undefined for all tools. */
function readTools(flags: ParsedFlags): readonly string[] | undefined {
  const tools = flags.has("tools") ? splitToolList(flags.list("tools")) : undefined;
  return tools?.includes("default") === true ? undefined : tools;
}

function readMode(flags: ParsedFlags, settings: Settings, quirks: CliQuirks): string {
  if (flags.has("dangerously-skip-permissions")) return "bypassPermissions";
  const mode = flags.text("permission-mode") ?? settings.permissionMode ?? quirks.defaultMode;
  // 2.1.200 renamed the mode in its help, but still writes the old name.
  return mode === "manual" ? "default" : mode;
}

function readResume(flags: ParsedFlags, simulator: SimulatorOptions, quirks: CliQuirks): CliArguments["resume"] {
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
  }[quirks.resumeWords] as [string, string];
  const given = { simulator, quirks, outputFormat: readOutputFormat(flags), forks: flags.has("fork-session") };
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
  refuseMisuse(`the simulator has no command "${command}". For a prompt of one such word, add -p.`);
}

function listWarnings(flags: ParsedFlags, cwd: string, quirks: CliQuirks): readonly string[] {
  const directories = quirks.tellsMissingDirectories ? flags.list("add-dir") : [];
  return [
    ...flags.unknown.map(formatWarning),
    ...directories.filter((path) => !existsSync(resolve(cwd, path))).map((path) => `Path ${path} was not found.`),
  ];
}

function formatWarning(flag: string): string {
  const advice = flag.includes("=") ? "" : "; if it has a value, write it as --flag=value";
  return `unspool-claude: warning: unknown option ${flag} is ignored; the real CLI refuses it${advice}`;
}

/** Splits lists of tools such as "Bash(git log:*) Edit,Read" at commas and spaces, except inside parentheses. */
function splitToolList(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.match(/(?:\([^)]*\)?|[^\s,(])+/g) ?? []);
}
