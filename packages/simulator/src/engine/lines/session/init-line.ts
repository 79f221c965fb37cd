// `system/init`, the first line of every turn.

import type { InitMcpServer, SystemInit } from "@unspool/protocol/wire";
import { toProjectFolder, type LineContext } from "../context.ts";
import type { Line, McpServerInfo, SessionInfo } from "../lines.ts";
import {
  listAgents,
  CAPABILITIES,
  listCommands,
  listPlugins,
  listSkills,
  TERMINAL_COMMANDS,
  listTools,
} from "../../versions/built-in-lists.ts";
import { INIT_FIELDS, selectFields } from "../../versions/line-fields.ts";

export function createInitLine(context: LineContext, session: SessionInfo): Line {
  const { quirks, identity, sessionId } = context;
  context.memory.cwd = session.cwd;
  context.memory.serverNames = Object.fromEntries(
    session.mcpServers.map((server) => [server.name, server.displayName ?? server.name]),
  );
  return selectFields<SystemInit>(quirks, INIT_FIELDS, {
    type: "system",
    subtype: "init",
    cwd: session.cwd,
    session_id: sessionId,
    tools: listTools(quirks, session),
    mcp_servers: session.mcpServers.map((server) => toMcpServer(context, server)),
    model: session.model,
    permissionMode: session.permissionMode,
    slash_commands: listCommands(quirks),
    terminal_slash_commands: quirks.choose(TERMINAL_COMMANDS),
    apiKeySource: session.apiKeySource,
    claude_code_version: quirks.version,
    output_style: session.outputStyle ?? "default",
    agents: listAgents(quirks, session.agents),
    skills: listSkills(quirks),
    plugins: listPlugins(quirks),
    capabilities: quirks.choose(CAPABILITIES),
    analytics_disabled: true,
    product_feedback_disabled: true,
    uuid: identity.uuid(),
    memory_paths: { auto: `${context.folders.home}/.claude/projects/${toProjectFolder(session.cwd)}/memory/` },
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
  });
}

function toMcpServer(context: LineContext, server: McpServerInfo): InitMcpServer {
  const base = { name: server.name, status: server.status };
  return context.quirks.has("hasMcpServerSource") ? { ...base, source: server.source ?? "sdk" } : base;
}
