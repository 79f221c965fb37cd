// Tool calls: input in pieces, then whole, then the result. The transcript contains a block that names the call;
// everything that changes while the tool runs is in the call itself.

import type {
  ToolCallDeltaEvent,
  ToolCallEndEvent,
  ToolCallStartEvent,
  ToolProgressEvent,
  ToolResultEvent,
} from "../translate/events.ts";
import { putAgent } from "./agents.ts";
import { editBlock, settle } from "./messages.ts";
import { addCall, getCall, putCall } from "./open-calls.ts";
import { dropToolRequests } from "./requests.ts";
import type { Draft } from "./state.ts";
import { settleTask } from "./tasks.ts";
import { getPayload } from "./event-payload.ts";
import { isOpen, type ToolCall } from "./tool-call.ts";
import type { TranscriptToolCall } from "./transcript.ts";

export function startCall(draft: Draft, event: ToolCallStartEvent): void {
  const { toolUseId, messageId, name, agent } = event;
  draft.retry = undefined;
  editBlock(draft, event, () => newBlock(event));
  const isKnown = event.restart === true || draft.openToolIds.includes(toolUseId);
  const known = isKnown ? draft.toolCalls.get(toolUseId) : undefined;
  // Some streams reuse ids. It is the same call only after a restart, or if a request named the call before it arrived.
  const isSame = known !== undefined && (event.restart === true || known.messageId === undefined);
  const status = isSame && known.status !== "aborted" ? known.status : "streaming";
  const call: ToolCall = { ...(isSame ? known : {}), id: toolUseId, name, agent, messageId, status, inputText: "" };
  if (isKnown) putCall(draft, call);
  else addCall(draft, call);
  // An agent that was seen before the call that started it now gets its parent.
  const started = draft.agents.get(toolUseId);
  if (started !== undefined && started.parent !== agent) putAgent(draft, { ...started, parent: agent });
}

export function growCall(draft: Draft, event: ToolCallDeltaEvent): void {
  draft.retry = undefined;
  const call = getCall(draft, event.toolUseId, event.agent);
  putCall(draft, { ...call, inputText: call.inputText + event.partialJson });
}

export function endCall(draft: Draft, event: ToolCallEndEvent): void {
  const { toolUseId, name, agent, messageId, input, at, aborted: isCut = false } = event;
  editBlock(draft, event, (before) => {
    const block = before?.type === "tool-call" ? before : newBlock(event);
    return { ...block, uuid: event.uuid ?? block.uuid, status: settle(block.status, isCut) };
  });
  const call = getCall(draft, toolUseId, agent, name);
  const status = call.status === "streaming" ? (isCut ? "aborted" : "running") : call.status;
  const ended = { ...call, messageId, input, status, inputText: isCut ? call.inputText : "" };
  putCall(draft, at === undefined ? ended : { ...ended, startedAt: at });
}

export function addResult(draft: Draft, event: ToolResultEvent): void {
  const { at, isError, agent } = event;
  const { toolUseId, ...result } = getPayload(event);
  const call = getCall(draft, toolUseId, agent);
  // The CLI answers a denied call with an error; `denied` is more precise.
  const status = !isError ? "succeeded" : call.status === "denied" ? "denied" : "failed";
  const times = at === undefined ? {} : { endedAt: at, ...durationUntil(at, call.startedAt) };
  putCall(draft, { ...call, status, result, ...times });
  dropToolRequests(draft, toolUseId);
  settleTask(draft, call, event);
}

export function addProgress(draft: Draft, event: ToolProgressEvent): void {
  const call = getCall(draft, event.toolUseId, event.agent, event.name);
  if (!isOpen(call)) return;
  const { elapsedSeconds } = event;
  putCall(draft, {
    ...call,
    status: "running",
    ...(elapsedSeconds === undefined ? {} : { durationMs: elapsedSeconds * 1000 }),
  });
  dropToolRequests(draft, call.id);
}

function durationUntil(endedAt: number, startedAt: number | undefined): { durationMs?: number } {
  return startedAt === undefined ? {} : { durationMs: Math.max(0, endedAt - startedAt) };
}

function newBlock({ block, uuid, toolUseId, name }: ToolCallStartEvent | ToolCallEndEvent): TranscriptToolCall {
  return { type: "tool-call", block, status: "streaming", uuid, toolUseId, name };
}
