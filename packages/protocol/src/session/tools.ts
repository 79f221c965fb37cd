// Tool calls: input in pieces, then whole, then the result. The transcript holds a block that names the call; everything
// that changes while the tool works is in the call itself.

import type {
  ToolCallDeltaEvent,
  ToolCallEndEvent,
  ToolCallStartEvent,
  ToolProgressEvent,
  ToolResultEvent,
} from "../translate/events.ts";
import { putAgent } from "./agents.ts";
import { answered, editBlock, settle } from "./messages.ts";
import { putCall } from "./open-calls.ts";
import { dropRequestsOf } from "./requests.ts";
import type { SessionState } from "./state.ts";
import { settleTask } from "./tasks.ts";
import { isOpen, newToolCall, type ToolCall, type ToolCallStatus } from "./tool-call.ts";
import type { TranscriptToolCall } from "./transcript.ts";

export function startCall(state: SessionState, event: ToolCallStartEvent): SessionState {
  const { toolUseId, messageId } = event;
  const next = editBlock(answered(state), event, () => newBlock(event));
  const known = next.toolCalls.get(toolUseId);
  // Streams that use ids again do so for other calls; only a restart, or a call nobody had introduced, is the same one.
  const isSame = known !== undefined && (event.restart === true || known.messageId === undefined);
  const call = isSame ? known : newToolCall(toolUseId, event.name, event.agent);
  const status = call.status === "aborted" && call.result === undefined ? "streaming" : call.status;
  const started = { ...call, name: event.name, agent: event.agent, messageId, inputText: "", status };
  return adoptAgent(putCall(next, started), started);
}

export function growCall(state: SessionState, event: ToolCallDeltaEvent): SessionState {
  const next = answered(state);
  const call = callOf(next, event, "");
  return putCall(next, { ...call, inputText: call.inputText + event.partialJson });
}

export function endCall(state: SessionState, event: ToolCallEndEvent): SessionState {
  const next = editBlock(state, event, (before) => {
    const block = before?.type === "tool-call" ? before : newBlock(event);
    return { ...block, uuid: event.uuid ?? block.uuid, status: settle(block.status, event.aborted) };
  });
  const call = callOf(next, event, event.name);
  const isCut = event.aborted === true;
  const status = call.status === "streaming" ? (isCut ? "aborted" : "running") : call.status;
  return putCall(next, {
    ...call,
    messageId: event.messageId,
    input: event.input,
    inputText: isCut ? call.inputText : "",
    status,
    startedAt: event.at ?? call.startedAt,
  });
}

export function addResult(state: SessionState, event: ToolResultEvent): SessionState {
  const { content, text, isError, structured, at } = event;
  const call = callOf(state, event, "");
  const { startedAt } = call;
  const next = putCall(state, {
    ...call,
    status: statusAfter(call, isError),
    result: { text, isError, content, structured },
    endedAt: at ?? call.endedAt,
    durationMs: at === undefined || startedAt === undefined ? call.durationMs : Math.max(0, at - startedAt),
  });
  return settleTask(dropRequestsOf(next, call.id), call, event);
}

export function addProgress(state: SessionState, event: ToolProgressEvent): SessionState {
  const call = callOf(state, event, event.name ?? "");
  if (!isOpen(call.status)) return state;
  const durationMs = event.elapsedSeconds === undefined ? call.durationMs : event.elapsedSeconds * 1000;
  return dropRequestsOf(putCall(state, { ...call, status: "running", durationMs }), call.id);
}

function statusAfter(call: ToolCall, isError: boolean): ToolCallStatus {
  // The CLI answers a denied call with an error; that it was denied says more.
  if (!isError) return "succeeded";
  return call.status === "denied" ? "denied" : "failed";
}

type CallEvent = ToolCallDeltaEvent | ToolCallEndEvent | ToolResultEvent | ToolProgressEvent;

function callOf(state: SessionState, { toolUseId, agent }: CallEvent, name: string): ToolCall {
  return state.toolCalls.get(toolUseId) ?? newToolCall(toolUseId, name, agent);
}

/** An agent that was seen before the call that started it learns where it belongs. */
function adoptAgent(state: SessionState, call: ToolCall): SessionState {
  const agent = state.agents.get(call.id);
  return agent === undefined || agent.parent === call.agent ? state : putAgent(state, { ...agent, parent: call.agent });
}

function newBlock({ block, uuid, toolUseId, name }: ToolCallStartEvent | ToolCallEndEvent): TranscriptToolCall {
  return { type: "tool-call", block, status: "streaming", uuid, toolUseId, name };
}
