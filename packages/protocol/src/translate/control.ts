// The control protocol on stdout: requests of the CLI, answers to our requests, and the echo of our own answers.

import { isEqualJson } from "../wire/equal.ts";
import { strings, type Fields } from "../wire/fields.ts";
import { asObject, asObjects, asString } from "../wire/read.ts";
import type { PermissionUpdate } from "../wire/shared/permission.ts";
import type { CanUseToolRequest, ControlRequestMessage, HookCallbackRequest } from "../wire/output/control-request.ts";
import type { ControlCancelMessage, ControlResponseMessage } from "../wire/output/control.ts";
import { findToolCall, type ToolCall } from "./lane.ts";
import { remember } from "./remember.ts";
import { emit, reportBadShape, type Translation } from "./translation.ts";

/**
 * How many of the last calls of a message to compare with a request without an id. The call in question is a recent
 * one.
 */
const MAX_ASKED = 64;

export function translateControlRequest(t: Translation, wire: Fields<ControlRequestMessage>): void {
  const requestId = asString(wire.request_id);
  const request = asObject(wire.request);
  if (requestId === undefined || request === undefined) return;
  const { subtype: rawSubtype, ...payload } = request;
  const subtype = asString(rawSubtype) ?? "";
  remember(t.openRequests, requestId, true);
  const call = findRequestedCall(t, request);
  t.agent = findRequestAgent(t, request) ?? call?.lane.agent ?? null;
  if (subtype !== "can_use_tool") return emit(t, "control-request", { requestId, subtype, payload });
  emit(t, "permission-request", {
    requestId,
    toolName: asString(request["tool_name"]) ?? "",
    input: asObject(request["input"]) ?? {},
    toolUseId: asString(request["tool_use_id"]) ?? call?.block.id,
    suggestions: asObjects(request["permission_suggestions"]) as unknown as readonly PermissionUpdate[],
    reason: asString(request["decision_reason"]),
  });
}

/** Returns the agent of a request. Newer CLIs name it by its task; hook requests do so in the hook's input. */
function findRequestAgent(
  t: Translation,
  request: Fields<CanUseToolRequest | HookCallbackRequest>,
): string | undefined {
  const hookInput = request.subtype === "hook_callback" ? asObject(request.input) : undefined;
  return t.agentByTask.get(asString((hookInput ?? request)["agent_id"]) ?? "");
}

/** Finds the call that a request is about: by its id, or in 1.x, which sends none, by name and input. */
function findRequestedCall(t: Translation, request: Fields<CanUseToolRequest>): ToolCall | undefined {
  const id = asString(request.tool_use_id);
  if (id !== undefined) return findToolCall(t.lanes.values(), (message) => message.tools?.get(id));
  return findToolCall(t.lanes.values(), (message) =>
    message.blocks
      .slice(-MAX_ASKED)
      .findLast(
        (block) =>
          block.kind === "tool" &&
          block.name === request.tool_name &&
          isEqualJson(block.content["input"], request.input),
      ),
  );
}

const PENDING = ["pending_permission_requests", "pending_user_dialog_requests", "pending_elicitation_requests"];

export function translateControlResponse(t: Translation, wire: Fields<ControlResponseMessage>): void {
  const response = asObject(wire.response);
  if (response === undefined) return;
  const { requestId, subtype, error, errorCode } = strings(response, "requestId", "subtype", "error", "errorCode");
  // 2.1.x answers a request without an id by an error without an id. A response with neither is malformed.
  if (requestId === undefined && error === undefined) return reportBadShape(t, "response.request_id is missing");
  // After a reconnect the CLI repeats the requests that it still waits for.
  for (const key of PENDING) for (const request of asObjects(response[key])) translateControlRequest(t, request);
  t.agent = null;
  emit(t, "control-response", {
    requestId: requestId ?? "",
    subtype: subtype ?? "success",
    payload: response["response"],
    error,
    errorCode,
    // An answer to a request of the CLI can only be our own.
    isEcho: t.openRequests.delete(requestId ?? "") ? true : undefined,
  });
}

/**
 * Translates a withdrawn request. Any request can be withdrawn; the event is named after permissions, the usual case.
 */
export function translateControlCancel(t: Translation, wire: Fields<ControlCancelMessage>): void {
  const requestId = asString(wire.request_id);
  if (requestId === undefined) return;
  t.openRequests.delete(requestId);
  emit(t, "permission-cancel", { requestId });
}
