// The response to `initialize`: commands, agents, models and the account.

import type { AgentInfo, InitializeReply, SlashCommand } from "@unspool/protocol/wire";
import type { JsonObject } from "../../../json.ts";
import type { LineContext } from "../context.ts";
import type { InitializeOptions, SessionInfo } from "../lines.ts";
import { listModels } from "../../versions/model-offers.ts";
import {
  CAPABILITIES,
  getAgentModel,
  getCommandAliases,
  listAgents,
  listCommands,
  listOutputStyles,
} from "../../versions/built-in-lists.ts";
import { INITIALIZE_FIELDS, selectFields } from "../../versions/line-fields.ts";

/** The capabilities that are known before the first turn. */
const EARLY_CAPABILITIES = /^(?:ui_|mcp_call_|voice_|reload_)/;

export function createInitializeResponse(
  context: LineContext,
  session: SessionInfo,
  options: InitializeOptions = {},
): JsonObject {
  const { quirks } = context;
  const off = {
    remote_control_auto_enable: false,
    remote_control_auto_connect_default: false,
    remote_control_available: false,
    remote_control_auto_on_by_default: false,
    ide_rc_auto_enable_gate: false,
  };
  const provider = quirks.has("hasApiProvider") ? { apiProvider: "firstParty" } : {};
  return selectFields<InitializeReply>(quirks, INITIALIZE_FIELDS, {
    commands: listCommands(quirks).map((name) => describeCommand(context, name)),
    agents: listAgents(quirks, session.agents).map((name) => describeAgent(context, name)),
    output_style: "default",
    available_output_styles: listOutputStyles(quirks),
    user_output_styles_dir: `${context.folders.home}/.claude/output-styles`,
    models: listModels(quirks),
    account: { tokenSource: "none", apiKeySource: session.apiKeySource, ...provider },
    pid: options.pid ?? 1000,
    claude_code_version: quirks.version,
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
    capabilities: quirks.choose(CAPABILITIES).filter((name) => EARLY_CAPABILITIES.test(name)),
  });
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

function describeCommand(context: LineContext, name: string): SlashCommand {
  const aliases = getCommandAliases(context.quirks, name);
  return {
    name,
    description: `The command ${name}`,
    argumentHint: HINTS[name] ?? "",
    ...(aliases === undefined ? {} : { aliases }),
    ...(context.quirks.has("hasBuiltInMark") ? { builtin: true } : {}),
  };
}

function describeAgent(context: LineContext, name: string): AgentInfo {
  const model = getAgentModel(context.quirks, name);
  return { name, description: `The agent ${name}`, ...(model === undefined ? {} : { model }) };
}
