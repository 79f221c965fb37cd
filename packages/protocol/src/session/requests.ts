// Requests of the CLI that wait for an answer. Our answers are not on the stream unless the CLI echoes them, so whatever
// shows that nobody waits any more ends a request too.

import type {
  ControlRequestEvent,
  ControlResponseEvent,
  PermissionCancelEvent,
  PermissionDeniedEvent,
  PermissionRequestEvent,
} from "../translate/events.ts";
import { asObject, asString } from "../wire/read.ts";
import type { PendingRequest, SessionState } from "./state.ts";
import { isOpen, newToolCall, type ToolCall } from "./tool-call.ts";
import { putCall } from "./open-calls.ts";

/** What nobody answers must not pile up. The translator forgets requests beyond this number as well. */
const MAX_REQUESTS = 1024;

export function addRequest(state: SessionState, event: PendingRequest): SessionState {
  const others = state.requests.filter(({ requestId }) => requestId !== event.requestId);
  return { ...state, requests: [...others.slice(1 - MAX_REQUESTS), event] };
}

export function addPermissionRequest(state: SessionState, event: PermissionRequestEvent): SessionState {
  const next = addRequest(state, event);
  if (event.toolUseId === undefined) return next;
  const call = next.toolCalls.get(event.toolUseId) ?? {
    ...newToolCall(event.toolUseId, event.toolName, event.agent),
    input: event.input,
  };
  return isOpen(call.status) ? putCall(next, { ...call, status: "waiting-for-permission" }) : next;
}

export function cancelRequest(state: SessionState, event: PermissionCancelEvent): SessionState {
  return removeRequest(state, event.requestId, (call) => ({ ...call, status: "running" }));
}

/** The echo of our own answer. Answers to our requests concern nothing here. */
export function reduceResponse(state: SessionState, event: ControlResponseEvent): SessionState {
  if (event.isEcho !== true) return state;
  const answer = asObject(event.payload);
  const isDenied = answer?.["behavior"] === "deny";
  return removeRequest(state, event.requestId, (call) =>
    isDenied ? { ...call, status: "denied", reason: asString(answer?.["message"]) } : { ...call, status: "running" },
  );
}

export function denyCall(state: SessionState, event: PermissionDeniedEvent): SessionState {
  const { toolUseId, toolName, reason } = event;
  if (toolUseId === undefined) return state;
  const call = state.toolCalls.get(toolUseId) ?? newToolCall(toolUseId, toolName, event.agent);
  return dropRequestsOf(putCall(state, { ...call, status: "denied", reason: reason ?? call.reason }), toolUseId);
}

/** The tool has run, runs, or never will: nobody waits for a word about it. */
export function dropRequestsOf(state: SessionState, toolUseId: string): SessionState {
  if (state.requests.length === 0) return state;
  const requests = state.requests.filter((request) => toolOf(request) !== toolUseId);
  return requests.length === state.requests.length ? state : { ...state, requests };
}

function toolOf(request: PermissionRequestEvent | ControlRequestEvent): string | undefined {
  return request.type === "permission-request" ? request.toolUseId : asString(request.payload["tool_use_id"]);
}

function removeRequest(state: SessionState, id: string, release: (call: ToolCall) => ToolCall): SessionState {
  const request = state.requests.find(({ requestId }) => requestId === id);
  if (request === undefined) return state;
  const next = { ...state, requests: state.requests.filter((other) => other !== request) };
  const call = state.toolCalls.get(toolOf(request) ?? "");
  return call?.status === "waiting-for-permission" ? putCall(next, release(call)) : next;
}
