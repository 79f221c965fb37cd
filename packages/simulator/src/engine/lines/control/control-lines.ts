// The control protocol: requests of the CLI to the host, and answers to the host's requests.

import type {
  CanUseToolRequest,
  CliControlRequest,
  ControlCancelMessage,
  ControlError,
  ControlRequestMessage,
  ControlResponseMessage,
  ControlSuccess,
  ElicitationRequest,
  HookCallbackRequest,
  McpMessageRequest,
} from "@unspool/protocol/wire";
import { isObject, type Json, type JsonObject } from "../../../json.ts";
import { omitUndefined, toLine, type Draft, type LineContext } from "../context.ts";
import type { Line, LineBuilder, PermissionCall } from "../lines.ts";
import { createInitializeResponse } from "./initialize-response.ts";
import { getBlockedPath, describeCall, getDecisionReason, suggestUpdates } from "./permission-suggestions.ts";

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

export function createControlLines(context: LineContext): ControlLines {
  const { quirks } = context;

  return {
    canUseTool(requestId, call, agent, suggestions) {
      const isPlan = call.name === "ExitPlanMode";
      const hidesPlan = isPlan && quirks.has("hasEmptyPlanRequest");
      const proposed = suggestions.length > 0 ? suggestions : suggestUpdates(context, call);
      const path = getBlockedPath(context, call);
      const isNew = quirks.has("hasDisplayName");
      const description = isNew && !isPlan ? describeCall(context, call) : undefined;
      return request<CanUseToolRequest>(requestId, {
        subtype: "can_use_tool",
        tool_name: call.name,
        display_name: isNew ? call.name : undefined,
        // A scenario may give any input.
        input: hidesPlan ? {} : (getAskedInput(context, call) as JsonObject),
        description,
        permission_suggestions: proposed.length > 0 ? proposed : undefined,
        blocked_path: path,
        ...(isPlan ? {} : getDecisionReason(context, call)),
        tool_use_id: quirks.has("hasPermissionToolUseId") ? call.toolUseId : undefined,
        agent_id: quirks.has("hasPermissionAgentId") ? agent?.agentId : undefined,
        requires_user_interaction: isPlan && quirks.has("hasInteractionMark") ? true : undefined,
      });
    },

    hookCallback: (requestId, callbackId, input, toolUseId) =>
      request<HookCallbackRequest>(requestId, {
        subtype: "hook_callback",
        callback_id: callbackId,
        input,
        tool_use_id: toolUseId,
      }),

    mcpMessage: (requestId, serverName, message) =>
      request<McpMessageRequest>(requestId, { subtype: "mcp_message", server_name: serverName, message }),

    elicitation(requestId, serverName, { message, schema = { type: "object", properties: {} }, url }) {
      const order = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
      const isForm = url === undefined;
      return request<ElicitationRequest>(requestId, {
        subtype: "elicitation",
        mcp_server_name: serverName,
        message,
        mode: isForm ? "form" : "url",
        requested_schema: isForm ? schema : undefined,
        property_order: isForm && quirks.has("hasPropertyOrder") ? order : undefined,
        url,
        elicitation_id: isForm ? undefined : `elicit-${requestId.slice(0, 8)}`,
      });
    },

    cancelRequest: (requestId) =>
      toLine<ControlCancelMessage>({ type: "control_cancel_request", request_id: requestId }),

    answer: (requestId, response) => respond<ControlSuccess>({ subtype: "success", request_id: requestId, response }),

    answerInitialize(requestId, session, options) {
      const hasPending = quirks.has("hasPendingRequests");
      return respond<ControlSuccess>({
        subtype: "success",
        request_id: requestId,
        response: createInitializeResponse(context, session, options),
        pending_permission_requests: hasPending ? [] : undefined,
        pending_user_dialog_requests: hasPending ? [] : undefined,
      });
    },

    refuse(requestId, error, code) {
      const isUnsupported = error.startsWith("Unsupported control request subtype");
      const known = code ?? (isUnsupported ? "unsupported_request" : undefined);
      return respond<ControlError>({
        subtype: "error",
        request_id: requestId,
        error,
        error_code: quirks.has("hasErrorCode") ? known : undefined,
      });
    },

    initializeResponse: (session, options) => createInitializeResponse(context, session, options),
  };
}

function request<Request extends CliControlRequest>(requestId: string, draft: Draft<Request>): Line {
  return toLine<ControlRequestMessage>({
    type: "control_request",
    request_id: requestId,
    request: omitUndefined<Request>(draft),
  });
}

/** Creates a response. The response to a request without an id has none. */
function respond<Response extends ControlSuccess | ControlError>(draft: Draft<Response>): Line {
  return toLine<ControlResponseMessage>({ type: "control_response", response: omitUndefined<Response>(draft) });
}

/** Returns the input to ask for. `replace_all` of an edit is last here and first in the assistant line. */
function getAskedInput(context: LineContext, call: PermissionCall): Json {
  if (call.name !== "Edit" || !isObject(call.input) || !context.quirks.has("hasReplaceAll")) return call.input;
  const { replace_all: all, ...rest } = call.input;
  return { ...rest, replace_all: all ?? false };
}
