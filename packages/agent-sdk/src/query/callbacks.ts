// Answers requests of the CLI with the caller's callbacks: permissions, questions of MCP servers, dialogs. In the SDK null means
// "answered elsewhere". A child process cannot be answered elsewhere, so null denies here.

import { originalOf, type ControlRequestEvent, type JsonObject, type PermissionRequestEvent } from "@unspool/protocol";
import { asObject, getErrorMessage } from "@unspool/protocol/kit";
import type { Options } from "../types/options.ts";
import type { CanUseTool, OnElicitation, OnUserDialog, PermissionResult } from "../types/types.ts";

type Request = PermissionRequestEvent | ControlRequestEvent;
interface Context {
  readonly signal: AbortSignal;
}
type Callbacks = Pick<Options, "canUseTool" | "onElicitation" | "onUserDialog">;

/** Creates the `onRequest` option of a session. */
export function createRequestHandler({ canUseTool, onElicitation, onUserDialog }: Callbacks) {
  return (request: Request, context: Context): Promise<object> | undefined => {
    if (request.type === "permission-request") {
      return canUseTool === undefined ? undefined : decide(canUseTool, request, context);
    }
    if (request.subtype === "elicitation" && onElicitation !== undefined)
      return elicit(onElicitation, request, context);
    if (request.subtype === "request_user_dialog" && onUserDialog !== undefined) {
      return showDialog(onUserDialog, request, context);
    }
    return undefined;
  };
}

async function decide(canUseTool: CanUseTool, event: PermissionRequestEvent, { signal }: Context): Promise<object> {
  const { requestId, toolName, input, toolUseId, suggestions } = event;
  const wire = getWireRequest(event);
  const server = readObject(wire, "mcp_server");
  const rule = readObject(wire, "matched_ask_rule");
  const fields = {
    signal,
    suggestions,
    blockedPath: wire["blocked_path"],
    ...(server === undefined ? {} : { mcpServer: { name: server["name"], source: server["source"] } }),
    decisionReason: wire["decision_reason"],
    ...removeUndefined({ decisionReasonType: wire["decision_reason_type"] }),
    title: wire["title"],
    displayName: wire["display_name"],
    description: wire["description"],
    defaultToNo: wire["default_to_no"],
    suppressAlwaysAllowRule: wire["suppress_always_allow_rule"],
    toolUseID: toolUseId,
    agentID: wire["agent_id"],
    requestId,
    ...(rule === undefined
      ? {}
      : {
          matchedAskRule: {
            source: rule["source"],
            toolName: rule["tool_name"],
            ...removeUndefined({ ruleContent: rule["rule_content"] }),
          },
        }),
  };
  const answer = await settle(() => canUseTool(toolName, input, fields as unknown as Parameters<CanUseTool>[2]));
  // 2.1.74 and 1.0.128 deny a tool that is allowed without an input.
  if (answer.behavior === "allow") return { updatedInput: input, ...answer, toolUseID: toolUseId };
  return { ...answer, toolUseID: toolUseId };
}

async function settle(call: () => Promise<PermissionResult | null>): Promise<PermissionResult> {
  try {
    const answer = (await call()) as PermissionResult | null | undefined;
    if (answer?.behavior === "allow" || answer?.behavior === "deny") return answer;
    return { behavior: "deny", message: "canUseTool gave no decision, so the call was denied." };
  } catch (error) {
    return { behavior: "deny", message: `The call could not be approved: ${getErrorMessage(error)}` };
  }
}

async function elicit(
  onElicitation: OnElicitation,
  request: ControlRequestEvent,
  { signal }: Context,
): Promise<object> {
  const { requestId, payload } = request;
  const question = {
    serverName: payload["mcp_server_name"],
    message: payload["message"],
    mode: payload["mode"],
    url: payload["url"],
    elicitationId: payload["elicitation_id"],
    requestedSchema: payload["requested_schema"],
    title: payload["title"],
    displayName: payload["display_name"],
    description: payload["description"],
  };
  try {
    const answer = await onElicitation(question as unknown as Parameters<OnElicitation>[0], { signal, requestId });
    return answer ?? { action: "decline" };
  } catch {
    return { action: "cancel" };
  }
}

async function showDialog(
  onUserDialog: OnUserDialog,
  request: ControlRequestEvent,
  { signal }: Context,
): Promise<object> {
  const { requestId, payload } = request;
  const dialog = {
    dialogKind: payload["dialog_kind"],
    payload: payload["payload"],
    ...removeUndefined({ toolUseID: payload["tool_use_id"] }),
  };
  const answer = await onUserDialog(dialog as unknown as Parameters<OnUserDialog>[0], { signal, requestId });
  return answer ?? { behavior: "cancelled" };
}

/** Returns the request as it is on the wire. */
function getWireRequest(event: Request): JsonObject {
  return readObject(originalOf(event) ?? {}, "request") ?? {};
}

function readObject(object: JsonObject, field: string): JsonObject | undefined {
  const value = object[field];
  return asObject(value);
}

function removeUndefined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
