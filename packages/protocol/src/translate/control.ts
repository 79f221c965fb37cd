// The control protocol as seen on stdout: questions of the CLI, answers to ours, and the echo of our own answers.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString } from "../wire/read.ts";
import type { PermissionUpdate } from "../wire/shared/permission.ts";
import { laneOfToolUse } from "./lane.ts";
import { remember } from "./remember.ts";
import { emit, type Translation } from "./translation.ts";

export function translateControlRequest(t: Translation, wire: JsonObject): void {
  const requestId = asString(wire["request_id"]);
  const request = asObject(wire["request"]);
  if (requestId === undefined || request === undefined) return;
  const { subtype: rawSubtype, ...payload } = request;
  const subtype = asString(rawSubtype) ?? "";
  remember(t.openRequests, requestId, subtype);
  t.agent = agentOfRequest(t, request);
  if (subtype !== "can_use_tool") return emit(t, "control-request", { requestId, subtype, payload });
  emit(t, "permission-request", {
    requestId,
    toolName: asString(request["tool_name"]) ?? "",
    input: asObject(request["input"]) ?? {},
    toolUseId: asString(request["tool_use_id"]),
    suggestions: asObjects(request["permission_suggestions"]) as unknown as readonly PermissionUpdate[],
    reason: asString(request["decision_reason"]),
  });
}

/** Newer CLIs name the agent by its task; else the tool use tells whose call it is. */
function agentOfRequest(t: Translation, request: JsonObject): string | null {
  const agentId = asString(request["agent_id"]);
  if (agentId !== undefined) return t.agentOfTask.get(agentId) ?? null;
  const toolUseId = asString(request["tool_use_id"]);
  return toolUseId === undefined ? null : (laneOfToolUse(t.lanes.values(), toolUseId)?.agent ?? null);
}

export function translateControlResponse(t: Translation, wire: JsonObject): void {
  const response = asObject(wire["response"]);
  const requestId = asString(response?.["request_id"]);
  if (response === undefined || requestId === undefined) return;
  emit(t, "control-response", {
    requestId,
    subtype: asString(response["subtype"]) ?? "success",
    payload: response["response"],
    error: asString(response["error"]),
    errorCode: asString(response["error_code"]),
    // An answer to a request of the CLI itself can only be ours.
    isEcho: t.openRequests.delete(requestId) ? true : undefined,
  });
}

export function translateControlCancel(t: Translation, wire: JsonObject): void {
  const requestId = asString(wire["request_id"]);
  if (requestId === undefined) return;
  t.openRequests.delete(requestId);
  emit(t, "permission-cancel", { requestId });
}
