// `system/init`: what a session begins with, at every turn.

import type { JsonObject } from "../../json.ts";
import { arrange, projectFolder, type LineContext } from "./context.ts";
import type { Line, McpServerOfLine, SessionOfLine } from "./lines.ts";
import {
  agentList,
  CAPABILITIES,
  commandList,
  pluginList,
  skillList,
  TERMINAL_COMMANDS,
  toolList,
} from "./vendor-lists.ts";

const HEAD = ["type", "subtype", "cwd", "session_id", "tools", "mcp_servers", "model", "permissionMode"];
const AFTER_VERSION = ["claude_code_version", "output_style", "agents", "skills", "plugins"];
const MEMORY = ["uuid", "memory_paths"];
const SWITCHES = ["analytics_disabled", "product_feedback_disabled", ...MEMORY];

const ORDERS: Readonly<Record<string, readonly string[]>> = {
  "1.0.60": [...HEAD, "apiKeySource"],
  "1.0.88": [...HEAD, "slash_commands", "apiKeySource", "output_style", "uuid"],
  "1.0.128": [...HEAD, "slash_commands", "apiKeySource", "output_style", "agents", "uuid"],
  "2.0.30": [...HEAD, "slash_commands", "apiKeySource", ...AFTER_VERSION, "uuid"],
  "2.1.74": [...HEAD, "slash_commands", "apiKeySource", ...AFTER_VERSION, "uuid", "fast_mode_state"],
  "2.1.120": [
    ...HEAD,
    "slash_commands",
    "apiKeySource",
    ...AFTER_VERSION,
    "analytics_disabled",
    ...MEMORY,
    "fast_mode_state",
  ],
  "2.1.200": [...HEAD, "slash_commands", "apiKeySource", ...AFTER_VERSION, ...SWITCHES, "fast_mode_state"],
  "2.1.250": [
    ...HEAD,
    "slash_commands",
    "terminal_slash_commands",
    "apiKeySource",
    ...AFTER_VERSION,
    "capabilities",
    ...SWITCHES,
    "messaging_socket_path",
    "fast_mode_state",
    "fast_mode_disabled_reason",
  ],
  "2.1.285": [
    ...HEAD,
    "slash_commands",
    "terminal_slash_commands",
    "apiKeySource",
    ...AFTER_VERSION,
    "capabilities",
    ...SWITCHES,
    "messaging_socket_path",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "per_turn_effort_active",
    "view_mode",
  ],
  "2.1.312": [
    ...HEAD,
    "slash_commands",
    "terminal_slash_commands",
    "apiKeySource",
    ...AFTER_VERSION,
    "capabilities",
    ...SWITCHES,
    "original_cwd",
    "additional_directories",
    "messaging_socket_path",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "per_turn_effort_active",
    "view_mode",
    "user_message_uuids",
  ],
  "2.1.325": [
    ...HEAD,
    "slash_commands",
    "terminal_slash_commands",
    "apiKeySource",
    ...AFTER_VERSION,
    "capabilities",
    ...SWITCHES,
    "original_cwd",
    "additional_directories",
    "messaging_socket_path",
    "fast_mode_state",
    "fast_mode_disabled_reason",
    "per_turn_effort_active",
    "ultrathink_available",
    "ultrathink_typed_raises",
    "view_mode",
    "user_message_uuids",
  ],
};

export function initLine(context: LineContext, session: SessionOfLine): Line {
  const { manners, identity, sessionId } = context;
  context.memory.cwd = session.cwd;
  context.memory.serverNames = Object.fromEntries(
    session.mcpServers.map((server) => [server.name, server.displayName ?? server.name]),
  );
  const order = manners.choose(ORDERS);
  const all: JsonObject = {
    type: "system",
    subtype: "init",
    cwd: session.cwd,
    session_id: sessionId,
    tools: toolList(manners, session),
    mcp_servers: session.mcpServers.map((server) => mcpServer(context, server)),
    model: session.model,
    permissionMode: session.permissionMode,
    slash_commands: commandList(manners),
    terminal_slash_commands: manners.choose(TERMINAL_COMMANDS),
    apiKeySource: session.apiKeySource,
    claude_code_version: manners.version,
    output_style: session.outputStyle ?? "default",
    agents: agentList(manners, session.agents),
    skills: skillList(manners),
    plugins: pluginList(manners),
    capabilities: manners.choose(CAPABILITIES),
    analytics_disabled: true,
    product_feedback_disabled: true,
    uuid: identity.uuid(),
    memory_paths: { auto: `${context.folders.home}/.claude/projects/${projectFolder(session.cwd)}/memory/` },
    original_cwd: session.cwd,
    additional_directories: session.additionalDirectories,
    messaging_socket_path: `/tmp/claude-${sessionId.slice(0, 8)}.sock`,
    fast_mode_state: "off",
    fast_mode_disabled_reason: "sdk_opt_in_required",
    // Seen true for the models of the 5.5 line only.
    per_turn_effort_active: session.model.includes("-5-5"),
    ultrathink_available: false,
    ultrathink_typed_raises: false,
    view_mode: "default",
    ...(session.userMessageUuids.length > 0 ? { user_message_uuids: session.userMessageUuids } : {}),
  };
  const known = new Set(order);
  return arrange(order, Object.fromEntries(Object.entries(all).filter(([key]) => known.has(key))));
}

function mcpServer(context: LineContext, server: McpServerOfLine): JsonObject {
  const base = { name: server.name, status: server.status };
  return context.manners.has("hasMcpServerSource") ? { ...base, source: server.source ?? "sdk" } : base;
}
