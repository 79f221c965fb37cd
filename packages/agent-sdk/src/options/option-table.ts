// Every option of the official SDK: whether it is supported, a note for the docs, and the code that applies it. The table in
// `docs/from-the-agent-sdk.md` is made of these notes, and `launch-plan.ts` runs this code, so that both stay in step.

import { ClaudeError, type SessionOptions } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { toClientHooks } from "./hooks.ts";
import type { OptionName, Options, OptionValue, SystemPrompt } from "../types/options.ts";
import type { LaunchPlan } from "./launch-plan.ts";
import { mergeSandbox } from "./settings.ts";
import { cloneForQuery } from "../tools/server-instance.ts";

export type Support = "same" | "better" | "absent";

export interface OptionEntry<Name extends OptionName> {
  readonly support: Support;
  /** Differences and alternatives. Empty if there are none. */
  readonly note: string;
  /** Adds the option to the plan. Absent if the query reads it itself. */
  readonly apply?: (value: OptionValue<Name>, plan: LaunchPlan, all: Options) => void;
}

type Table = { readonly [Name in OptionName]: OptionEntry<Name> };

const NO_STORE = "The CLI stores sessions on disk; `claude.sessions` reads them.";

export const OPTION_TABLE: Table = {
  abortController: better("Ends the whole process group, including background commands."),
  additionalDirectories: sessionOption("additionalDirectories"),
  projectConfigRoot: flag("--project-config-root"),
  agent: sessionOption("agent"),
  agents: better("Also passed as a flag, because 1.0.128 ignores the agents of `initialize`.", (value, { session }) => {
    session.agents = value as NonNullable<LaunchPlan["session"]["agents"]>;
  }),
  allowedTools: same("", (value, { session }) => (session.allowedTools = [...(session.allowedTools ?? []), ...value])),
  canUseTool: better(
    "A callback that throws or returns null denies; with the SDK the CLI may wait forever. Without `permissionMode` the mode is `default`. The SDK leaves the mode to the CLI and its settings, and in `auto` (2.1.285 to 2.1.299) it never calls the callback.",
    (_value, plan, { permissionPromptToolName }) => {
      if (permissionPromptToolName !== undefined) {
        throw createOptionError(
          "canUseTool",
          "`canUseTool` and `permissionPromptToolName` exclude each other: pass one of them.",
        );
      }
      plan.session.permissions = {};
    },
  ),
  continue: sessionOption("continue"),
  cwd: sessionOption("cwd"),
  disallowedTools: sessionOption("disallowedTools"),
  toolAliases: initialize("toolAliases"),
  tools: same("", (value, { session }) => (session.builtinTools = Array.isArray(value) ? value : ["default"])),
  env: better(
    "Replaces the environment, as in the SDK. Values copied from `process.env` lose the variables of a surrounding Claude Code, with which old CLIs refuse to start. `CLAUDE_CODE_ENTRYPOINT` is not set to the SDK's name.",
    (value, { env }) => Object.assign(env, toEnvironmentChanges(value)),
  ),
  executable: better("Runs scripts. `node` is the Node.js of this process."),
  executableArgs: same(""),
  extraArgs: better("Flags that the protocol depends on are refused with an error.", (value, { args }) => {
    for (const [name, text] of Object.entries(value))
      args.push(...(text === null ? [`--${name}`] : toArgs(name, text)));
  }),
  fallbackModel: sessionOption("fallbackModel"),
  enableFileCheckpointing: same("", (value, { env }) => {
    if (value) env["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"] = "true";
  }),
  toolConfig: same("", ({ askUserQuestion }, { env }) => {
    const format = askUserQuestion?.previewFormat;
    if (format !== undefined) env["CLAUDE_CODE_QUESTION_PREVIEW_FORMAT"] = format;
  }),
  forkSession: sessionOption("fork"),
  betas: sessionOption("betas"),
  hooks: better(
    '`onFailure: "block"` works with every CLI version; a hook without `timeout` has 60 seconds.',
    (value, { session }) => (session.hooks = toClientHooks(value)),
  ),
  onElicitation: better("A callback that throws cancels; null declines."),
  onUserDialog: better("Without it dialogs are refused and do not wait forever."),
  supportedDialogKinds: initialize("supportedDialogKinds"),
  perTaskStopAffordance: initialize("perTaskStopAffordance"),
  persistSession: sessionOption("persist"),
  sessionStore: absent(NO_STORE),
  sessionStoreFlush: absent(NO_STORE),
  loadTimeoutMs: absent(NO_STORE),
  includeHookEvents: sessionOption("includeHookEvents"),
  includePartialMessages: same(""),
  forwardSubagentText: sessionOption("forwardAgentText"),
  verbatimPrompts: same(""),
  thinking: same("", (value, { args, session }) => {
    const budget = value.type === "enabled" ? value.budgetTokens : undefined;
    if (budget !== undefined) session.maxThinkingTokens = budget;
    else args.push(`--thinking=${value.type === "disabled" ? "disabled" : "adaptive"}`);
    if (value.type !== "disabled" && value.display !== undefined) args.push(`--thinking-display=${value.display}`);
  }),
  effort: sessionOption("effort"),
  maxThinkingTokens: same("", (value, { args, session }, { thinking }) => {
    if (thinking !== undefined) return;
    if (value === 0) args.push("--thinking=disabled");
    else session.maxThinkingTokens = value;
  }),
  maxTurns: sessionOption("maxTurns"),
  maxBudgetUsd: same(
    "The CLI's own limit, checked after each answer. `budget` of `claude.session` stops earlier.",
    (value, { args }) => args.push(`--max-budget-usd=${value}`),
  ),
  taskBudget: same("", ({ total }, { args }) => args.push(`--task-budget=${total}`)),
  mcpServers: better(
    "Servers outside this process are passed in a private file, not on the command line.",
    (value, { session }) => {
      const servers = Object.entries(value).map(([name, config]) => [
        name,
        "instance" in config ? { ...config, instance: cloneForQuery(config.instance) } : config,
      ]);
      session.mcpServers = Object.fromEntries(servers) as NonNullable<LaunchPlan["session"]["mcpServers"]>;
    },
  ),
  model: sessionOption("model"),
  outputFormat: same("", ({ schema }, { session }) => (session.schema = schema as JsonObject)),
  pathToClaudeCodeExecutable: same(
    "Without it the installed `claude` is used (`UNSPOOL_CLAUDE`, PATH, the usual locations): this package contains no CLI.",
    (value, { session }) => (session.executable = value),
  ),
  permissionMode: sessionOption("permissionMode"),
  planModeInstructions: initialize("planModeInstructions"),
  allowDangerouslySkipPermissions: same("", (value, { args }) => {
    if (value) args.push("--allow-dangerously-skip-permissions");
  }),
  permissionPromptToolName: same("", (value, { ownArgs }) => ownArgs.push("--permission-prompt-tool", value)),
  permissionPrompts: flag("--permission-prompts"),
  plugins: same("", (value, plan, { pluginDelivery }) => {
    if (pluginDelivery === "initialize") {
      plan.args.push("--await-initialize");
      plan.initialize.plugins = value;
      return;
    }
    for (const { path, skipMcpDiscovery } of value) {
      plan.args.push(`${skipMcpDiscovery === true ? "--plugin-dir-no-mcp" : "--plugin-dir"}=${path}`);
    }
  }),
  pluginDelivery: same(""),
  promptSuggestions: initialize("promptSuggestions"),
  agentProgressSummaries: initialize("agentProgressSummaries"),
  resume: better(
    "Refuses a session that another process on this machine has open, and names its pid.",
    (value, { session }) => {
      session.resume = value;
    },
  ),
  sessionId: sessionOption("sessionId"),
  resumeSessionAt: sessionOption("resumeAt"),
  resumeDropsTurn: flag("--resume-drops-turn"),
  sandbox: same("", (value, { session }, { settings }) => (session.settings = mergeSandbox(settings, value))),
  settings: better("Passed in a private file.", (value, { session }, { sandbox }) => {
    if (sandbox === undefined) session.settings = value as string | JsonObject;
  }),
  managedSettings: same("", (value, { args }) => args.push("--managed-settings", JSON.stringify(value))),
  settingSources: sessionOption("settingSources"),
  skills: same("", (value, plan) => {
    const rules = value === "all" ? ["Skill"] : value.map((name) => `Skill(${name})`);
    const before = plan.session.allowedTools ?? [];
    plan.session.allowedTools = [...before, ...rules.filter((rule) => !before.includes(rule))];
    if (value !== "all") plan.initialize.skills = value;
  }),
  debug: same("", (value, { args }, { debugFile }) => {
    if (value && debugFile === undefined) args.push("--debug");
  }),
  debugFile: flag("--debug-file"),
  stderr: better(
    "Always read, so that a CLI that writes a lot to it does not block; every error includes its end, without secrets.",
  ),
  strictMcpConfig: sessionOption("strictMcpConfig"),
  systemPrompt: better("A string also works with 2.0.76 and 2.1.74, which ignore the SDK's list.", applySystemPrompt),
  title: initialize("title"),
  spawnClaudeCodeProcess: same("Without `pathToClaudeCodeExecutable` the command is `claude`."),
};

type Apply<Name extends OptionName> = OptionEntry<Name>["apply"];

function same<Name extends OptionName>(note: string, apply?: Apply<Name>): OptionEntry<Name> {
  return { support: "same", note, ...(apply === undefined ? {} : { apply }) };
}

function better<Name extends OptionName>(note: string, apply?: Apply<Name>): OptionEntry<Name> {
  return { ...same(note, apply), support: "better" };
}

function absent<Name extends OptionName>(note: string): OptionEntry<Name> {
  return { support: "absent", note };
}

type SessionOption<Name extends OptionName> = {
  [Target in keyof SessionOptions]-?: OptionValue<Name> extends NonNullable<SessionOptions[Target]> ? Target : never;
}[keyof SessionOptions];

/** The value becomes an option of the client, unchanged. The compiler checks that the types agree. */
function sessionOption<Name extends OptionName>(target: SessionOption<Name>): OptionEntry<Name> {
  return same("", (value, { session }) => void Object.assign(session, { [target]: value }));
}

type TextOption = { [Name in OptionName]: OptionValue<Name> extends string ? Name : never }[OptionName];

function flag<Name extends TextOption>(name: string): OptionEntry<Name> {
  return same("", (value, { args }) => void args.push(`${name}=${value as string}`));
}

function initialize<Name extends OptionName & keyof LaunchPlan["initialize"]>(field: Name): OptionEntry<Name> {
  return same("", (value, plan) => void Object.assign(plan.initialize, { [field]: value }));
}

function createOptionError(option: string, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option });
}

function toArgs(name: string, value: string): readonly string[] {
  return value.startsWith("-") || value === "" ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** Returns the changes that replace the environment of this process, because a session only adds to it. */
function toEnvironmentChanges(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const dropped = Object.keys(process.env).filter((name) => env[name] === undefined);
  const changed = Object.entries(env).filter(([name, value]) => value !== process.env[name]);
  return Object.fromEntries([...dropped.map((name) => [name, undefined] as const), ...changed]);
}

function applySystemPrompt(value: SystemPrompt, { initialize: fields }: LaunchPlan): void {
  delete fields.systemPrompt;
  if (typeof value === "string" || Array.isArray(value)) {
    fields.systemPrompt = value;
    return;
  }
  if (value.snapshot !== undefined) fields.systemPromptSnapshot = value.snapshot;
  if (value.type === "custom") {
    fields.systemPrompt = value.prompt;
    return;
  }
  if (value.append !== undefined) fields.appendSystemPrompt = value.append;
  if (value.excludeDynamicSections !== undefined) fields.excludeDynamicSections = value.excludeDynamicSections;
}
