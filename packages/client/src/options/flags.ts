// The command line of a session. A value that begins with a dash cannot be taken for a flag, and what may hold secrets is in
// a private file: everybody on the machine can read a command line.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json, JsonObject } from "@unspool/protocol";
import { TOOL_SERVER_NAME } from "../control/tool-server.ts";
import { ClaudeError } from "../errors.ts";
import { asObject } from "../json.ts";
import { PrivateFiles } from "../process/private-files.ts";
import { supportsOf, type Supports } from "../process/supports.ts";
import type { Warning } from "../turn/types.ts";
import { modeInArgs, startMode } from "./start-mode.ts";
import type { SessionOptions } from "./types.ts";

export interface FlagContext {
  /** Of the program, if it is known. Otherwise it is taken for a new one. */
  readonly version?: string | undefined;
  /** The schema of the answer, made ready. */
  readonly jsonSchema?: JsonObject | undefined;
  /** The host answers `can_use_tool`. Otherwise the CLI denies what needs approval. */
  readonly answersPermissions?: boolean;
}

export interface Flags {
  readonly args: readonly string[];
  /** Options that this version does not know and that were left out. */
  readonly warnings: readonly Warning[];
  /** For `Launch.privateFiles`. */
  readonly privateFiles: readonly string[];
  /** Removes the private files: when the program has ended. */
  cleanup(): void;
}

/** Linux takes 128 KiB per word, Windows 32 KiB for all of them. */
const LONGEST_WORD = 8000;

/** @throws {ClaudeError} `invalid-option`: this version cannot do what was asked, and without it something else would happen */
export function flagsOf(options: SessionOptions, context: FlagContext = {}): Flags {
  const line = new CommandLine(supportsOf(context.version));
  try {
    addProtocol(line, options, context);
    addModel(line, options, context.jsonSchema);
    addTools(line, options);
    addHistory(line, options);
    addProgram(line, options);
  } catch (error) {
    line.files.remove();
    throw error;
  }
  const { args, warnings, files } = line;
  return {
    args: [...args, ...(options.extraArgs ?? [])],
    warnings,
    privateFiles: files.folder === undefined ? [] : [files.folder],
    cleanup: () => files.remove(),
  };
}

function addProtocol(line: CommandLine, options: SessionOptions, context: FlagContext): void {
  line.args.push("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose");
  // Answers are matched to prompts by what is played back; older versions are matched without.
  if (line.supports.hasFlag("--replay-user-messages")) line.args.push("--replay-user-messages");
  if (options.partialMessages !== false) line.optional("--include-partial-messages", "partialMessages");
  if (options.forwardAgentText === true) line.optional("--forward-subagent-text", "forwardAgentText");
  if (options.includeHookEvents === true) line.optional("--include-hook-events", "includeHookEvents");
  if (context.answersPermissions === true) line.value("--permission-prompt-tool", "permissions", "stdio");
}

function addModel(line: CommandLine, options: SessionOptions, jsonSchema: JsonObject | undefined): void {
  line.value("--model", "model", options.model);
  line.value("--fallback-model", "fallbackModel", options.fallbackModel);
  if (options.effort !== undefined) line.optional("--effort", "effort", options.effort);
  line.value("--max-thinking-tokens", "maxThinkingTokens", options.maxThinkingTokens);
  line.prompt("--system-prompt", "systemPrompt", options.systemPrompt);
  line.prompt("--append-system-prompt", "appendSystemPrompt", options.appendSystemPrompt);
  addAgents(line, options.agents);
  line.value("--agent", "agent", options.agent);
  line.values("--betas", "betas", options.betas);
  line.value("--max-turns", "maxTurns", options.maxTurns);
  line.value("--max-budget-usd", "maxBudgetUsd", options.maxBudgetUsd);
  line.value("--json-schema", "schema", jsonSchema === undefined ? undefined : JSON.stringify(jsonSchema));
}

/** `initialize` names them too. Where that is enough, what servers of their own are given stays off the command line. */
function addAgents(line: CommandLine, agents: SessionOptions["agents"]): void {
  const servers = Object.values(agents ?? {}).flatMap(({ mcpServers = [] }) => mcpServers);
  if (servers.every((server) => typeof server === "string")) {
    line.value("--agents", "agents", agents === undefined ? undefined : JSON.stringify(agents));
  } else if (!line.supports.has("initializesAgents")) {
    throw unsupported(line.supports, "agents", "`mcpServers` of an agent by other ways than the command line");
  }
}

function addTools(line: CommandLine, options: SessionOptions): void {
  const { builtinTools } = options;
  // Those in this process are named by `initialize` alone; they cannot be written down.
  const outside = Object.entries(options.mcpServers ?? {}).filter(([, { type }]) => type !== "sdk");
  // An empty list is an answer: none.
  line.value("--tools", "builtinTools", builtinTools === undefined ? undefined : builtinTools.join(","));
  line.values("--allowedTools", "allowedTools", allowedTools(options));
  line.values("--disallowedTools", "disallowedTools", disallowedTools(options));
  const isInArgs = modeInArgs(options.extraArgs ?? []) !== undefined;
  line.value("--permission-mode", "permissionMode", isInArgs ? options.permissionMode : startMode(options));
  // Always a file: besides `env` and `headers`, keys stand in addresses and arguments of servers.
  if (outside.length > 0) {
    const mcpServers = Object.fromEntries(outside);
    line.value("--mcp-config", "mcpServers", line.files.write("mcp.json", JSON.stringify({ mcpServers })));
  }
  if (options.strictMcpConfig === true) line.flag("--strict-mcp-config", "strictMcpConfig");
  line.values("--add-dir", "additionalDirectories", options.additionalDirectories);
}

function addHistory(line: CommandLine, options: SessionOptions): void {
  const { resume, continue: continues, fork, sessionId, resumeAt, persist } = options;
  line.value("--resume", "resume", resume);
  if (continues === true) line.flag("--continue", "continue");
  if (fork === true) line.flag("--fork-session", "fork");
  if (fork === true && sessionId !== undefined && !line.supports.has("forkIntoSessionId")) {
    throw unsupported(line.supports, "sessionId", "beside `fork`");
  }
  line.value("--session-id", "sessionId", sessionId);
  line.value("--resume-session-at", "resumeAt", resumeAt);
  if (persist === false) line.flag("--no-session-persistence", "persist");
}

function addProgram(line: CommandLine, options: SessionOptions): void {
  const { settingSources, plugins } = options;
  const settings = settingsOf(options);
  const text = typeof settings === "object" ? JSON.stringify(settings) : settings;
  const isJson = text?.trimStart().startsWith("{") === true;
  line.value("--settings", "settings", text !== undefined && isJson ? line.files.write("settings.json", text) : text);
  line.value("--setting-sources", "settingSources", settingSources?.join(","));
  for (const plugin of plugins ?? []) line.value("--plugin-dir", "plugins", plugin);
}

/**
 * A resumed session goes on with a deferred call at once, and may do so before the hooks of `initialize` are there: always
 * in 2.1.200, and in any version if the host is slow. In a mode that asks nobody the call would run. Rules in settings hold
 * from the start, in every mode: they have the CLI ask.
 */
function settingsOf(options: SessionOptions): SessionOptions["settings"] {
  const { settings, permissions, resume, continue: continues } = options;
  const { defer = [], ask = [] } = typeof permissions === "object" ? permissions : {};
  if (defer.length === 0 || (resume === undefined && continues !== true)) return settings;
  const given = readSettings(settings, options.cwd ?? process.cwd());
  const rules = asObject(given["permissions"]) ?? {};
  const asked = Array.isArray(rules["ask"]) ? (rules["ask"] as readonly Json[]) : [];
  return { ...given, permissions: { ...rules, ask: [...asked, ...defer, ...ask] } };
}

function readSettings(settings: SessionOptions["settings"], cwd: string): JsonObject {
  if (settings === undefined || typeof settings === "object") return settings ?? {};
  const isJson = settings.trimStart().startsWith("{");
  try {
    const read = asObject(JSON.parse(isJson ? settings : readFileSync(resolve(cwd, settings), "utf8")) as Json);
    if (read !== undefined) return read;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `\`settings\` cannot be read (${why}): with \`permissions.defer\`, rules are added to them for a resumed session.`;
    throw new ClaudeError("invalid-option", message, { option: "settings" }, { cause: error });
  }
  throw new ClaudeError("invalid-option", "`settings` hold no JSON object.", { option: "settings" });
}

class CommandLine {
  readonly args: string[] = [];
  readonly warnings: Warning[] = [];
  readonly files: PrivateFiles = new PrivateFiles();
  readonly supports: Supports;

  constructor(supports: Supports) {
    this.supports = supports;
  }

  flag(flag: string, option: keyof SessionOptions): void {
    if (!this.supports.hasFlag(flag)) throw unsupported(this.supports, option, flag);
    this.args.push(flag);
  }

  value(flag: string, option: keyof SessionOptions, value: string | number | undefined): void {
    if (value === undefined) return;
    this.flag(flag, option);
    const word = String(value);
    if (word !== "" && !word.startsWith("-")) this.args.push(word);
    else this.args.push(`${this.args.pop() ?? ""}=${word}`);
  }

  /** One flag each: lists of the CLI are cut at commas and blanks outside brackets, and go on to the next flag. */
  values(flag: string, option: keyof SessionOptions, values: readonly string[] | undefined): void {
    for (const value of values ?? []) this.value(flag, option, value);
  }

  /** What changes what is shown, but not what is done: without it, a warning is enough. */
  optional(flag: string, option: keyof SessionOptions, value?: string): void {
    if (this.supports.hasFlag(flag)) {
      if (value === undefined) this.args.push(flag);
      else this.value(flag, option, value);
      return;
    }
    const message = `${words(this.supports, option, flag)} It was left out.`;
    this.warnings.push({ code: "option-unsupported", message });
  }

  /** Long ones are in a file, if the version can read it. */
  prompt(
    flag: "--system-prompt" | "--append-system-prompt",
    option: keyof SessionOptions,
    text: string | undefined,
  ): void {
    const isLong = text !== undefined && text.length > LONGEST_WORD && this.supports.hasFlag(`${flag}-file`);
    if (isLong) this.value(`${flag}-file`, option, this.files.write(`${flag.slice(2)}.txt`, text));
    else this.value(flag, option, text);
  }
}

function unsupported(supports: Supports, option: keyof SessionOptions, what: string): ClaudeError {
  const message = `${words(supports, option, what)} Update Claude Code, or leave the option out.`;
  return new ClaudeError("invalid-option", message, { option, version: supports.version });
}

function words(supports: Supports, option: string, what: string): string {
  const since = supports.since(what);
  const known = since === undefined ? "" : ` (${since} does)`;
  return `Claude Code ${supports.version ?? ""} does not know what the option \`${option}\` needs, ${what}${known}.`;
}

/**
 * With what the host's rules deny, so that tools which may never run are not offered to the model. That they are kept is
 * the guard's affair (control/permission-guard.ts): not every CLI reads every pattern.
 */
function disallowedTools({ permissions, disallowedTools: given = [] }: SessionOptions): readonly string[] {
  return typeof permissions === "object" ? [...given, ...(permissions.deny ?? [])] : given;
}

/** The host's own tools are its own to allow: asked about only if it wants to be asked. */
function allowedTools({ tools, permissions, allowedTools: given }: SessionOptions): readonly string[] | undefined {
  if (tools === undefined || tools.length === 0 || permissions !== undefined) return given;
  return [...(given ?? []), `mcp__${TOOL_SERVER_NAME}`];
}
