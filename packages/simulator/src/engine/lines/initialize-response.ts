// What `initialize` answers: commands, agents, models and the account, in the manner of the version.

import type { JsonObject } from "../../json.ts";
import { arrange, type LineContext } from "./context.ts";
import type { InitializeOptions, SessionOfLine } from "./lines.ts";
import { modelList } from "./model-list.ts";
import { agentList, CAPABILITIES, commandList } from "./vendor-lists.ts";

const ORDERS: Readonly<Record<string, readonly string[]>> = {
  "1.0.88": ["commands", "output_style", "available_output_styles"],
  "1.0.110": ["commands", "output_style", "available_output_styles", "models"],
  "1.0.128": ["commands", "output_style", "available_output_styles", "models", "account"],
  "2.1.74": ["commands", "agents", "output_style", "available_output_styles", "models", "account", "pid"],
  "2.1.250": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "models",
    "account",
    "pid",
    "current_permission_mode",
    "hooks_applied",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
  ],
  "2.1.263": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "models",
    "account",
    "pid",
    "current_permission_mode",
    "hooks_applied",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_available",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
  ],
  "2.1.273": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "user_output_styles_dir",
    "models",
    "account",
    "pid",
    "current_permission_mode",
    "hooks_applied",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_auto_connect_default",
    "remote_control_available",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
  ],
  "2.1.285": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "user_output_styles_dir",
    "models",
    "account",
    "pid",
    "current_permission_mode",
    "hooks_applied",
    "feedback_mode",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_auto_connect_default",
    "remote_control_available",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
  ],
  "2.1.299": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "user_output_styles_dir",
    "models",
    "account",
    "pid",
    "claude_code_version",
    "current_permission_mode",
    "hooks_applied",
    "feedback_mode",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_auto_connect_default",
    "remote_control_available",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
    "capabilities",
  ],
  "2.1.325": [
    "commands",
    "agents",
    "output_style",
    "available_output_styles",
    "user_output_styles_dir",
    "models",
    "account",
    "pid",
    "claude_code_version",
    "current_permission_mode",
    "hooks_applied",
    "hook_on_failure_supported",
    "other_hook_ask_outranks_host",
    "feedback_mode",
    "analytics_disabled",
    "remote_control_auto_enable",
    "remote_control_auto_connect_default",
    "remote_control_available",
    "remote_control_auto_on_by_default",
    "ide_rc_auto_enable_gate",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "session_state",
    "capabilities",
  ],
};

const OUTPUT_STYLES: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": ["default", "Explanatory", "Learning"],
  "2.1.200": ["default", "Proactive", "Explanatory", "Learning"],
  "2.1.250": ["default", "Proactive", "Concise", "Explanatory", "Learning"],
};

/** Those of init that are not yet sure before the first turn are left out. */
const EARLY_CAPABILITIES = /^(?:ui_|mcp_call_|voice_|reload_)/;

export function initializeResponse(
  context: LineContext,
  session: SessionOfLine,
  options: InitializeOptions = {},
): JsonObject {
  const { manners } = context;
  const order = manners.choose(ORDERS);
  const off = {
    remote_control_auto_enable: false,
    remote_control_auto_connect_default: false,
    remote_control_available: false,
    remote_control_auto_on_by_default: false,
    ide_rc_auto_enable_gate: false,
  };
  const provider = manners.choose<JsonObject>({ "1.0.128": {}, "2.1.120": { apiProvider: "firstParty" } });
  const all: JsonObject = {
    commands: commandList(manners).map((name) => commandOf(context, name)),
    agents: agentList(manners, session.agents).map((name) => agentOf(context, name)),
    output_style: "default",
    available_output_styles: manners.choose(OUTPUT_STYLES),
    user_output_styles_dir: `${context.folders.home}/.claude/output-styles`,
    models: modelList(manners),
    account: { tokenSource: "none", apiKeySource: session.apiKeySource, ...provider },
    pid: options.pid ?? 1000,
    claude_code_version: manners.version,
    current_permission_mode: session.permissionMode,
    ...(options.hasHooks === true ? { hooks_applied: true } : {}),
    hook_on_failure_supported: true,
    other_hook_ask_outranks_host: true,
    feedback_mode: { kind: "disabled" },
    analytics_disabled: true,
    ...off,
    fast_mode_state: "off",
    fast_mode_disabled_reason: "sdk_opt_in_required",
    session_state: "idle",
    capabilities: manners.choose(CAPABILITIES).filter((name) => EARLY_CAPABILITIES.test(name)),
  };
  const known = new Set(order);
  return arrange(order, Object.fromEntries(Object.entries(all).filter(([key]) => known.has(key))));
}

const HINTS: Readonly<Record<string, string>> = {
  debug: "[issue description]",
  simplify: "[<target>]",
  batch: "<instruction>",
  loop: "[interval] <prompt>",
  compact: "<optional custom summarization instructions>",
  config: "key=value",
  clear: "[name]",
  model: "<model>",
  rename: "[name]",
};

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  loop: ["proactive"],
  clear: ["reset", "new"],
  config: ["settings"],
  usage: ["cost", "stats"],
};

const NEW_ALIASES: Readonly<Record<string, readonly string[]>> = {
  ...ALIASES,
  "code-review": ["review"],
  doctor: ["checkup"],
  rename: ["name"],
  "list-agents": ["peers"],
};

function commandOf(context: LineContext, name: string): JsonObject {
  const aliases = context.manners.choose<Readonly<Record<string, readonly string[]>>>({
    "1.0.128": {},
    "2.1.120": ALIASES,
    "2.1.250": NEW_ALIASES,
  })[name];
  return {
    name,
    description: `The command ${name}`,
    argumentHint: HINTS[name] ?? "",
    ...(aliases === undefined ? {} : { aliases }),
    ...context.manners.choose<JsonObject>({ "1.0.128": {}, "2.1.285": { builtin: true } }),
  };
}

/** Built-in agents that do not take the model of the session. */
const AGENT_MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "1.0.128": { "statusline-setup": "sonnet", Explore: "haiku" },
  "2.1.200": { "statusline-setup": "sonnet" },
  "2.1.285": { "statusline-setup": "sonnet", Explore: "inherit", Plan: "inherit" },
};

function agentOf(context: LineContext, name: string): JsonObject {
  const model = context.manners.choose(AGENT_MODELS)[name];
  return { name, description: `The agent ${name}`, ...(model === undefined ? {} : { model }) };
}
