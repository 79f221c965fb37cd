// Rebuilds recorded control requests and responses of the CLI.

import type { HookInput, JsonRpcMessage } from "@unspool/protocol/wire";
import type { Line } from "../../../src/engine/lines/lines.ts";
import type { JsonObject } from "../../../src/json.ts";
import { object, text, textOr } from "./fields.ts";
import type { Rebuilding } from "./rebuilding.ts";

export function rebuildRequest(state: Rebuilding, line: JsonObject): Line | undefined {
  const request = object(line, "request");
  const id = text(line, "request_id");
  switch (request["subtype"]) {
    case "can_use_tool": {
      const toolUseId = textOr(request["tool_use_id"], "");
      const call = {
        name: text(request, "tool_name"),
        input: state.calls.get(toolUseId)?.input ?? request["input"] ?? null,
        toolUseId,
      };
      const agentId = request["agent_id"];
      const agent = typeof agentId === "string" ? { toolUseId: "", agentId, type: "", description: "" } : undefined;
      return state.lines.canUseTool(id, call, agent, []);
    }
    case "hook_callback": {
      const toolUseId = request["tool_use_id"] as string | undefined;
      const input = request["input"] as unknown as HookInput;
      return state.lines.hookCallback(id, text(request, "callback_id"), input, toolUseId);
    }
    default:
      return state.lines.mcpMessage(id, text(request, "server_name"), request["message"] as unknown as JsonRpcMessage);
  }
}

export function rebuildResponse(state: Rebuilding, line: JsonObject): Line | undefined {
  const response = object(line, "response");
  const id = text(response, "request_id");
  const inner = response["response"] as JsonObject | undefined;
  if (inner !== undefined && "behavior" in inner) return undefined;
  if (inner === undefined || !("commands" in inner)) return state.lines.answer(id, inner);
  const session = {
    cwd: "LAB/ws",
    model: "",
    permissionMode: textOr(inner["current_permission_mode"], ""),
    apiKeySource: text(inner, "account", "apiKeySource"),
    tools: [],
    mcpServers: [],
    agents: [],
    additionalDirectories: [],
    userMessageUuids: [],
  };
  return state.lines.answerInitialize(id, session, { hasHooks: "hooks_applied" in inner });
}
