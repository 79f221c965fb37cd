// The fold: one event at a time, pure, and it never throws. The cost of an event does not depend on how long the session
// is; what an event does not concern keeps its identity, so views can compare with ===.

import type { CompactionEvent, Event } from "../translate/events.ts";
import { listAgent } from "./agents.ts";
import { addContent, endText, growText, startText } from "./content.ts";
import { retract } from "./cut.ts";
import { addUserMessage, endMessage, startMessage } from "./messages.ts";
import { addPermissionRequest, addRequest, cancelRequest, denyCall, reduceResponse } from "./requests.ts";
import type { Counts, SessionState } from "./state.ts";
import { reduceState, reduceStatus, setActivity, statusOf } from "./status.ts";
import { endTask, progressTask, replaceTasks, startTask, updateTask } from "./tasks.ts";
import { addProgress, addResult, endCall, growCall, startCall } from "./tools.ts";
import { endTurn, startTurn } from "./turns.ts";

/** The state after one more event. */
export function reduce(state: SessionState, event: Event): SessionState {
  const sessionId = event.sessionId ?? state.sessionId;
  const counted = { ...state, sessionId, counts: count(state.counts, event) };
  const listed = event.agent === null ? counted : listAgent(counted, event.agent);
  const next = apply(listed, event);
  const status = statusOf(next);
  return status === next.status ? next : { ...next, status };
}

function count({ events, unknown, malformed }: Counts, { type }: Event): Counts {
  return {
    events: events + 1,
    unknown: type === "unknown" ? unknown + 1 : unknown,
    malformed: type === "malformed" ? malformed + 1 : malformed,
  };
}

function apply(state: SessionState, event: Event): SessionState {
  switch (event.type) {
    case "text-delta":
      return growText(state, event, "text");
    case "thinking-delta":
      return growText(state, event, "thinking");
    case "tool-call-delta":
      return growCall(state, event);
    case "text-start":
      return startText(state, event, "text");
    case "thinking-start":
      return startText(state, event, "thinking");
    case "text-end":
      return endText(state, event, "text");
    case "thinking-end":
      return endText(state, event, "thinking");
    case "tool-call-start":
      return startCall(state, event);
    case "tool-call-end":
      return endCall(state, event);
    case "content-block":
      return addContent(state, event);
    case "message-start":
      return startMessage(state, event);
    case "message-end":
      return endMessage(state, event);
    case "message-retracted":
      return retract(state, event);
    case "tool-result":
      return addResult(state, event);
    case "tool-progress":
      return addProgress(state, event);
    case "user-message":
      return addUserMessage(state, event);
    case "session-init":
      return startTurn(state, event);
    case "turn-end":
      return endTurn(state, event);
    case "session-status":
      return reduceStatus(state, event);
    case "session-state":
      return reduceState(state, event);
    case "task-start":
      return startTask(state, event);
    case "task-progress":
      return progressTask(state, event);
    case "task-update":
      return updateTask(state, event);
    case "task-end":
      return endTask(state, event);
    case "tasks-changed":
      return replaceTasks(state, event);
    case "permission-request":
      return addPermissionRequest(state, event);
    case "permission-cancel":
      return cancelRequest(state, event);
    case "permission-denied":
      return denyCall(state, event);
    case "control-request":
      return addRequest(state, event);
    case "control-response":
      return reduceResponse(state, event);
    case "retry":
      return { ...state, retry: event };
    case "rate-limit":
      return { ...state, rateLimits: state.rateLimits.with(event.window ?? "", event) };
    case "compaction":
      return recordCompaction(state, event);
    // Told as they happen; nothing of them lasts.
    case "hook-start":
    case "hook-progress":
    case "hook-end":
    case "notice":
    case "unknown":
    case "malformed":
      return state;
  }
}

function recordCompaction(state: SessionState, { preTokens, postTokens }: CompactionEvent): SessionState {
  const { context } = state;
  return setActivity(
    {
      ...state,
      context: {
        ...context,
        tokens: postTokens ?? context.tokens,
        compactions: context.compactions + 1,
        lastPreTokens: preTokens,
        lastPostTokens: postTokens,
      },
    },
    { isCompacting: false },
  );
}
