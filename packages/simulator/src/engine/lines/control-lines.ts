// The control protocol: requests of the CLI to the host, and answers to the host's requests.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import type { LineContext } from "./context.ts";
import type { LineBuilder, PermissionCall } from "./lines.ts";
import { initializeResponse } from "./initialize-response.ts";
import { blockedPath, callDescription, decisionReason, permissionSuggestions } from "./permission-suggestions.ts";

type ControlLines = Pick<
  LineBuilder,
  | "canUseTool"
  | "hookCallback"
  | "mcpMessage"
  | "elicitation"
  | "cancelRequest"
  | "answer"
  | "answerInitialize"
  | "refuse"
  | "initializeResponse"
>;

export function controlLines(context: LineContext): ControlLines {
  const { quirks } = context;

  return {
    canUseTool(requestId, call, agent, suggestions) {
      const isPlan = call.name === "ExitPlanMode";
      const hidesPlan = isPlan && quirks.has("hasEmptyPlanRequest");
      const proposed = suggestions.length > 0 ? suggestions : permissionSuggestions(context, call);
      const path = blockedPath(context, call);
      const isNew = quirks.has("hasDisplayName");
      const description = isNew && !isPlan ? callDescription(context, call) : undefined;
      return request(requestId, {
        subtype: "can_use_tool",
        tool_name: call.name,
        ...(isNew ? { display_name: call.name } : {}),
        input: hidesPlan ? {} : askedInput(context, call),
        ...(description === undefined ? {} : { description }),
        ...(proposed.length > 0 ? { permission_suggestions: proposed } : {}),
        ...(path === undefined ? {} : { blocked_path: path }),
        ...(isPlan ? {} : decisionReason(context, call)),
        ...(quirks.has("hasPermissionToolUseId") ? { tool_use_id: call.toolUseId } : {}),
        ...(agent !== undefined && quirks.has("hasPermissionAgentId") ? { agent_id: agent.agentId } : {}),
        ...(isPlan && quirks.has("hasInteractionMark") ? { requires_user_interaction: true } : {}),
      });
    },

    hookCallback(requestId, callbackId, input, toolUseId) {
      const call = toolUseId === undefined ? {} : { tool_use_id: toolUseId };
      return request(requestId, { subtype: "hook_callback", callback_id: callbackId, input, ...call });
    },

    mcpMessage: (requestId, serverName, message) =>
      request(requestId, { subtype: "mcp_message", server_name: serverName, message }),

    elicitation(requestId, serverName, { message, schema = { type: "object", properties: {} }, url }) {
      const order = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
      const form = {
        mode: "form",
        requested_schema: schema,
        ...(quirks.has("hasPropertyOrder") ? { property_order: order } : {}),
      };
      const address = { mode: "url", url: url ?? "", elicitation_id: `elicit-${requestId.slice(0, 8)}` };
      const asked = url === undefined ? form : address;
      return request(requestId, { subtype: "elicitation", mcp_server_name: serverName, message, ...asked });
    },

    cancelRequest: (requestId) => ({ type: "control_cancel_request", request_id: requestId }),

    answer: (requestId, response) => ({
      type: "control_response",
      response: {
        subtype: "success",
        ...requestIdField(requestId),
        ...(response === undefined ? {} : { response }),
      },
    }),

    answerInitialize(requestId, session, options) {
      const response = initializeResponse(context, session, options);
      const pending = quirks.has("hasPendingRequests")
        ? { pending_permission_requests: [], pending_user_dialog_requests: [] }
        : {};
      return {
        type: "control_response",
        response: { subtype: "success", ...requestIdField(requestId), response, ...pending },
      };
    },

    refuse(requestId, error, code) {
      const isUnsupported = error.startsWith("Unsupported control request subtype");
      const known = code ?? (isUnsupported ? "unsupported_request" : undefined);
      return {
        type: "control_response",
        response: {
          subtype: "error",
          ...requestIdField(requestId),
          error,
          ...(known !== undefined && quirks.has("hasErrorCode") ? { error_code: known } : {}),
        },
      };
    },

    initializeResponse: (session, options) => initializeResponse(context, session, options),
  };
}

function request(requestId: string, fields: JsonObject): JsonObject {
  return { type: "control_request", request_id: requestId, request: fields };
}

/** A request without an id is answered without one. */
function requestIdField(requestId: string | undefined): JsonObject {
  return requestId === undefined ? {} : { request_id: requestId };
}

/** An edit is asked for with the field that its line has in front at the end. */
function askedInput(context: LineContext, call: PermissionCall): Json {
  if (call.name !== "Edit" || !isObject(call.input) || !context.quirks.has("hasReplaceAll")) return call.input;
  const { replace_all: all, ...rest } = call.input;
  return { ...rest, replace_all: all ?? false };
}
