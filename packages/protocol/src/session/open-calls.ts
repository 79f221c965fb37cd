// Keeps the list of calls without a result beside the table of all calls.

import { setAgentStatus } from "./agents.ts";
import type { SessionState } from "./state.ts";
import { isAlive } from "./task-state.ts";
import { isOpen, type ToolCall } from "./tool-call.ts";

/** A stream without results must not pile up. Nobody runs as many at once. */
const MAX_OPEN_CALLS = 1024;

/** The state with this call in its place. */
export function putCall(state: SessionState, call: ToolCall): SessionState {
  const before = state.toolCalls.get(call.id);
  const toolCalls = state.toolCalls.with(call.id, call);
  const wasOpen = before !== undefined && isOpen(before.status);
  if (wasOpen === isOpen(call.status)) return { ...state, toolCalls };
  const openToolIds = wasOpen
    ? state.openToolIds.filter((id) => id !== call.id)
    : [...state.openToolIds.slice(1 - MAX_OPEN_CALLS), call.id];
  return { ...state, toolCalls, openToolIds };
}

/**
 * Aborts the calls nobody will answer, and the agents they started. A call of an agent that is alive, in the background
 * that is, goes on; parents come before their children here.
 */
export function abortOpenCalls(state: SessionState): SessionState {
  let next = state;
  for (const id of state.openToolIds) {
    const call = next.toolCalls.get(id);
    const owner = call?.agent == null ? undefined : next.agents.get(call.agent);
    if (call === undefined || (owner !== undefined && isAlive(owner.status))) continue;
    next = putCall(next, { ...call, status: "aborted" });
    const started = next.agents.get(id);
    if (started !== undefined && isAlive(started.status)) next = setAgentStatus(next, id, "stopped");
  }
  return next;
}
