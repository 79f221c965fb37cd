// Requests of the CLI that wait for an answer. Our answers are on the stream only if the CLI echoes them. A request
// therefore also ends when a later event shows that the CLI no longer waits for it.

import type {
  ControlRequestEvent,
  ControlResponseEvent,
  PermissionCancelEvent,
  PermissionDeniedEvent,
  PermissionRequestEvent,
} from "../translate/events.ts";
import { asObject, asString } from "../wire/read.ts";
import { keep } from "./containers/keep.ts";
import { getCall, putCall } from "./open-calls.ts";
import type { Draft, PendingRequest } from "./state.ts";
import { openTurn, setActivity } from "./status.ts";
import { isOpen, type ToolCall } from "./tool-call.ts";

/** Bounds the list for requests that are never answered. */
const MAX_REQUESTS = 1024;

/**
 * Adds a request of the CLI. The PreToolUse hook of a deferred call also opens a turn: a resumed session begins with
 * it, before any `init`, and the new process has never sent the call itself.
 */
export function addControlRequest(draft: Draft, event: ControlRequestEvent): void {
  addRequest(draft, event);
  const input = asObject(event.payload["input"]);
  const id = asString(event.payload["tool_use_id"]);
  if (id === undefined || draft.activity.phase === "turn" || input?.["hook_event_name"] !== "PreToolUse") return;
  // Agents in the background also call tools between turns.
  if (event.agent !== null || input["agent_id"] !== undefined) return;
  const call = getCall(draft, id, null);
  const name = asString(input["tool_name"]) ?? call.name;
  putCall(draft, { ...call, name, input: input["tool_input"] ?? null, status: "running" });
  openTurn(draft, null);
}

function addRequest(draft: Draft, event: PendingRequest): void {
  const others = draft.requests.filter(({ requestId }) => requestId !== event.requestId);
  draft.requests = [...others.slice(1 - MAX_REQUESTS), event];
}

export function addPermissionRequest(draft: Draft, event: PermissionRequestEvent): void {
  addRequest(draft, event);
  if (event.toolUseId === undefined) return;
  const call = getCall(draft, event.toolUseId, event.agent, event.toolName);
  if (isOpen(call)) putCall(draft, { input: event.input, ...call, status: "waiting-for-permission" });
}

/** Reads the CLI's answer to our request (usually `initialize`), or the echo of our own answer. */
export function readResponse(draft: Draft, event: ControlResponseEvent): void {
  const { phase, reported } = draft.activity;
  // A CLI that answers has started. The phase stays the same: the first line of any agent still opens a turn.
  if (event.isEcho !== true && phase === "starting" && reported === undefined) setActivity(draft, { reported: "idle" });
  endRequest(draft, event);
}

/** Ends a request that was withdrawn, or answered according to the echo of our own answer. */
export function endRequest(draft: Draft, event: PermissionCancelEvent | ControlResponseEvent): void {
  const request = draft.requests.find(({ requestId }) => requestId === event.requestId);
  const answer = event.type === "control-response" ? event : undefined;
  if (request === undefined || (answer !== undefined && answer.isEcho !== true)) return;
  draft.requests = keep(draft.requests, (other) => other !== request);
  const call = draft.toolCalls.get(getToolUseId(request) ?? "");
  if (call?.status !== "waiting-for-permission") return;
  const isDenied = asObject(answer?.payload)?.["behavior"] === "deny";
  putCall(draft, { ...call, status: isDenied ? "denied" : "running" });
}

/** Ends all permission requests: each was granted or denied. */
export function answerAll(draft: Draft): void {
  for (const request of draft.requests) {
    const call = draft.toolCalls.get(getToolUseId(request) ?? "");
    if (call?.status === "waiting-for-permission") putCall(draft, { ...call, status: "running" });
  }
  draft.requests = keep(draft.requests, ({ type }) => type !== "permission-request");
}

export function denyCall(draft: Draft, { toolUseId, agent, toolName, reason }: PermissionDeniedEvent): void {
  if (toolUseId === undefined) return;
  const call: ToolCall = { ...getCall(draft, toolUseId, agent, toolName), status: "denied" };
  putCall(draft, reason === undefined ? call : { ...call, reason });
  dropToolRequests(draft, toolUseId);
}

/** Ends the requests about a tool that has run, is running or never will: nothing waits for them any more. */
export function dropToolRequests(draft: Draft, toolUseId: string): void {
  draft.requests = keep(draft.requests, (request) => getToolUseId(request) !== toolUseId);
}

function getToolUseId(request: PendingRequest): string | undefined {
  return request.type === "permission-request" ? request.toolUseId : asString(request.payload["tool_use_id"]);
}
