// Every option of the official SDK: what becomes of it here, in words and in code. The table of
// `docs/from-the-agent-sdk.md` is these words, and `plan.ts` runs this code, so that neither can say something else.

import { ClaudeError } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { hooksOf } from "./hooks.ts";
import type { OptionName, Options, OptionValue, SystemPrompt } from "./options-type.ts";
import type { Plan } from "./plan.ts";
import { settingsOf } from "./settings.ts";
import { forOneQuery } from "./tool-instance.ts";

export type Verdict = "same" | "better" | "absent";

export interface OptionEntry<Name extends OptionName> {
  readonly verdict: Verdict;
  /** Where it differs, and what to use instead. Empty: it does not. */
  readonly note: string;
  /** Nothing: the query itself looks at it. */
  readonly apply?: (value: OptionValue<Name>, plan: Plan, all: Options) => void;
}

type Table = { readonly [Name in OptionName]: OptionEntry<Name> };

const NO_STORE = "Sessions are kept by the CLI on its own disk; `claude.sessions` reads them there.";

export const OPTION_TABLE: Table = {
  abortController: better("Nothing of the process group is left afterwards, background commands included."),
  additionalDirectories: same("", (value, { session }) => (session.additionalDirectories = value)),
  projectConfigRoot: flag("--project-config-root"),
  agent: same("", (value, { session }) => (session.agent = value)),
  agents: better("Given as a flag too, for 1.0.128 passes over those of `initialize`.", (value, { session }) => {
    session.agents = value as NonNullable<Plan["session"]["agents"]>;
  }),
  allowedTools: same("", (value, { session }) => (session.allowedTools = [...(session.allowedTools ?? []), ...value])),
  canUseTool: better(
    "A callback that throws or returns null denies; with the SDK the CLI may wait for ever. Without `permissionMode` the mode is `default`; the SDK leaves the choice to the CLI and its settings, and in `auto` (2.1.285 to 2.1.299) the callback is never called.",
    (_value, plan, { permissionPromptToolName }) => {
      if (permissionPromptToolName !== undefined) {
        throw refusal("canUseTool", "`canUseTool` and `permissionPromptToolName` both decide: give one of them.");
      }
      plan.session.permissions = {};
    },
  ),
  continue: same("", (value, { session }) => (session.continue = value)),
  cwd: same("", (value, { session }) => (session.cwd = value)),
  disallowedTools: same("", (value, { session }) => (session.disallowedTools = value)),
  toolAliases: initialize("toolAliases"),
  tools: same("", (value, { session }) => (session.builtinTools = Array.isArray(value) ? value : ["default"])),
  env: better(
    "Replaces the environment, as there. What is only passed on from `process.env` loses the marks of a Claude Code around this process, which old CLIs refuse to start with. `CLAUDE_CODE_ENTRYPOINT` is not set to the SDK's name.",
    (value, { env }) => Object.assign(env, environmentOf(value)),
  ),
  executable: better("Runs scripts. `node` is the one that runs this process."),
  executableArgs: same(""),
  extraArgs: better("Flags that the protocol stands on are refused with a sentence.", (value, { args }) => {
    for (const [name, word] of Object.entries(value)) args.push(...(word === null ? [`--${name}`] : words(name, word)));
  }),
  fallbackModel: same("", (value, { session }) => (session.fallbackModel = value)),
  enableFileCheckpointing: same("", (value, { env }) => {
    if (value) env["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"] = "true";
  }),
  toolConfig: same("", ({ askUserQuestion }, { env }) => {
    const format = askUserQuestion?.previewFormat;
    if (format !== undefined) env["CLAUDE_CODE_QUESTION_PREVIEW_FORMAT"] = format;
  }),
  forkSession: same("", (value, { session }) => (session.fork = value)),
  betas: same("", (value, { session }) => (session.betas = value)),
  hooks: better(
    '`onFailure: "block"` holds on every version, not only on those that know it; a hook without `timeout` has 60 seconds.',
    (value, { session }) => (session.hooks = hooksOf(value)),
  ),
  onElicitation: better("A callback that throws cancels, and null declines."),
  onUserDialog: better("Without it dialogs are refused, and do not wait for ever."),
  supportedDialogKinds: initialize("supportedDialogKinds"),
  perTaskStopAffordance: initialize("perTaskStopAffordance"),
  persistSession: same("", (value, { session }) => (session.persist = value)),
  sessionStore: absent(NO_STORE),
  sessionStoreFlush: absent(NO_STORE),
  loadTimeoutMs: absent(NO_STORE),
  includeHookEvents: same("", (value, { session }) => (session.includeHookEvents = value)),
  includePartialMessages: same(""),
  forwardSubagentText: same("", (value, { session }) => (session.forwardAgentText = value)),
  verbatimPrompts: same(""),
  thinking: same("", (value, { args, session }) => {
    const budget = value.type === "enabled" ? value.budgetTokens : undefined;
    if (budget !== undefined) session.maxThinkingTokens = budget;
    else args.push(`--thinking=${value.type === "disabled" ? "disabled" : "adaptive"}`);
    if (value.type !== "disabled" && value.display !== undefined) args.push(`--thinking-display=${value.display}`);
  }),
  effort: same("", (value, { session }) => (session.effort = value)),
  maxThinkingTokens: same("", (value, { args, session }, { thinking }) => {
    if (thinking !== undefined) return;
    if (value === 0) args.push("--thinking=disabled");
    else session.maxThinkingTokens = value;
  }),
  maxTurns: same("", (value, { session }) => (session.maxTurns = value)),
  maxBudgetUsd: same(
    "The CLI's own limit, kept after each answer. `budget` of `claude.session` stops earlier.",
    (value, { args }) => args.push(`--max-budget-usd=${value}`),
  ),
  taskBudget: same("", ({ total }, { args }) => args.push(`--task-budget=${total}`)),
  mcpServers: better(
    "Servers outside this process are named in a private file, and not on the command line.",
    (value, { session }) => {
      const servers = Object.entries(value).map(([name, config]) => [
        name,
        "instance" in config ? { ...config, instance: forOneQuery(config.instance) } : config,
      ]);
      session.mcpServers = Object.fromEntries(servers) as NonNullable<Plan["session"]["mcpServers"]>;
    },
  ),
  model: same("", (value, { session }) => (session.model = value)),
  outputFormat: same("", ({ schema }, { session }) => (session.schema = schema as JsonObject)),
  pathToClaudeCodeExecutable: same(
    "Without it the installed `claude` is run (`UNSPOOL_CLAUDE`, PATH, the usual places): no CLI comes with this package.",
    (value, { session }) => (session.executable = value),
  ),
  permissionMode: same("", (value, { session }) => (session.permissionMode = value)),
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
    "A session that another process of this machine has open is refused, with its pid.",
    (value, { session }) => {
      session.resume = value;
    },
  ),
  sessionId: same("", (value, { session }) => (session.sessionId = value)),
  resumeSessionAt: same("", (value, { session }) => (session.resumeAt = value)),
  resumeDropsTurn: flag("--resume-drops-turn"),
  sandbox: same("", (value, { session }, { settings }) => (session.settings = settingsOf(settings, value))),
  settings: better("Handed over in a private file.", (value, { session }, { sandbox }) => {
    if (sandbox === undefined) session.settings = value as string | JsonObject;
  }),
  managedSettings: same("", (value, { args }) => args.push("--managed-settings", JSON.stringify(value))),
  settingSources: same("", (value, { session }) => (session.settingSources = value)),
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
    "Always read, so that a CLI with much to say there does not stop; its end is in every error, without secrets.",
  ),
  strictMcpConfig: same("", (value, { session }) => (session.strictMcpConfig = value)),
  systemPrompt: better("A text also reaches 2.0.76 and 2.1.74, which pass over the SDK's list.", applySystemPrompt),
  title: initialize("title"),
  spawnClaudeCodeProcess: same("Without `pathToClaudeCodeExecutable` the command is `claude`."),
};

type Apply<Name extends OptionName> = OptionEntry<Name>["apply"];

function same<Name extends OptionName>(note: string, apply?: Apply<Name>): OptionEntry<Name> {
  return { verdict: "same", note, ...(apply === undefined ? {} : { apply }) };
}

function better<Name extends OptionName>(note: string, apply?: Apply<Name>): OptionEntry<Name> {
  return { ...same(note, apply), verdict: "better" };
}

function absent<Name extends OptionName>(note: string): OptionEntry<Name> {
  return { verdict: "absent", note };
}

type TextOption = { [Name in OptionName]: OptionValue<Name> extends string ? Name : never }[OptionName];

function flag<Name extends TextOption>(name: string): OptionEntry<Name> {
  return same("", (value, { args }) => void args.push(`${name}=${value as string}`));
}

function initialize<Name extends OptionName & keyof Plan["initialize"]>(field: Name): OptionEntry<Name> {
  return same("", (value, plan) => void Object.assign(plan.initialize, { [field]: value }));
}

function refusal(option: string, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option });
}

function words(name: string, value: string): readonly string[] {
  return value.startsWith("-") || value === "" ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** The session adds to the environment of this process; here it is replaced. */
function environmentOf(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const dropped = Object.keys(process.env).filter((name) => env[name] === undefined);
  const changed = Object.entries(env).filter(([name, value]) => value !== process.env[name]);
  return Object.fromEntries([...dropped.map((name) => [name, undefined] as const), ...changed]);
}

function applySystemPrompt(value: SystemPrompt, { initialize: fields }: Plan): void {
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
