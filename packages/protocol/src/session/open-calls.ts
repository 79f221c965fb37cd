// Maintains the list of calls without a result next to the table of all calls.

import type { DeferredCall } from "../translate/events.ts";
import { putAgent } from "./agents.ts";
import { keep } from "./containers/keep.ts";
import type { Draft } from "./state.ts";
import { isAlive } from "./task.ts";
import { isOpen, type ToolCall } from "./tool-call.ts";

/** Bounds the list for streams without results. No session runs this many calls at once. */
const MAX_OPEN_CALLS = 1024;

/** Returns the call with this id. Creates it if it is unknown. */
export function getCall(draft: Draft, id: string, agent: string | null, name: string = ""): ToolCall {
  return draft.toolCalls.get(id) ?? { id, name, agent, status: "streaming", inputText: "" };
}

/** Adds a call that is new or that reuses an id. */
export function addCall(draft: Draft, call: ToolCall): void {
  draft.toolCalls = draft.toolCalls.append(call.id, call);
  setOpen(draft, call);
}

export function putCall(draft: Draft, call: ToolCall): void {
  draft.toolCalls = draft.toolCalls.with(call.id, call);
  setOpen(draft, call);
}

/** Marks a call of the main agent as deferred: it waits for the next process of the session. */
export function deferCall(draft: Draft, { toolUseId, name, input }: DeferredCall): void {
  putCall(draft, { ...getCall(draft, toolUseId, null, name), name, input, status: "deferred" });
}

function setOpen(draft: Draft, call: ToolCall): void {
  const { openToolIds } = draft;
  if (!isOpen(call)) {
    draft.openToolIds = keep(openToolIds, (id) => id !== call.id);
  } else if (!openToolIds.includes(call.id)) {
    if (openToolIds.length === MAX_OPEN_CALLS) giveUp(draft, openToolIds[0] as string);
    draft.openToolIds = [...openToolIds.slice(1 - MAX_OPEN_CALLS), call.id];
  }
}

/** Aborts a call that is dropped from the list and would otherwise stay open forever. A result can still arrive. */
function giveUp(draft: Draft, id: string): void {
  const call = draft.toolCalls.get(id);
  if (call !== undefined) draft.toolCalls = draft.toolCalls.with(id, { ...call, status: "aborted" });
}

/**
 * Aborts the calls that will not be answered, and the agents they started. Calls of an agent that is still alive in the
 * background stay open. Parents precede their children in this list.
 */
export function abortOpenCalls(draft: Draft): void {
  for (const id of draft.openToolIds) {
    const call = draft.toolCalls.get(id);
    const owner = draft.agents.get(call?.agent ?? "");
    if (call === undefined || (owner !== undefined && isAlive(owner))) continue;
    putCall(draft, { ...call, status: "aborted" });
    const started = draft.agents.get(id);
    if (started !== undefined && isAlive(started)) putAgent(draft, { ...started, status: "stopped" });
  }
}
