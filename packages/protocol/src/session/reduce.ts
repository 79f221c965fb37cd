// The reducer: pure, one event at a time, never throws for an event. The cost per event does not depend on the length
// of the session. Parts that an event does not affect keep their identity, so views can compare with ===.

import type { Event, EventOf, EventType, NoticeEvent, RateLimitEvent, RetryEvent } from "../translate/events.ts";
import { asObject, asString } from "../wire/read.ts";
import { getAgent, putAgent } from "./agents.ts";
import { addContent, endText, growText, startText } from "./content.ts";
import { restartCount } from "./ledger.ts";
import { addUserMessage, endMessage, startMessage } from "./messages.ts";
import { deferCall } from "./open-calls.ts";
import { addControlRequest, addPermissionRequest, denyCall, endRequest, readResponse } from "./requests.ts";
import { retract } from "./retract.ts";
import { changeStatus, endTurn, recordCompaction, reportState, startTurn } from "./turns.ts";
import { createDraft, type Counts, type Draft, type SessionState } from "./state.ts";
import { deriveStatus } from "./status.ts";
import { changeTask, progressTask, replaceTasks, startTask } from "./tasks.ts";
import { addProgress, addResult, endCall, growCall, startCall } from "./tools.ts";

type Handler<E> = (draft: Draft, event: E) => void;

/**
 * What each event changes. Hooks, most notices, and unknown or malformed lines leave nothing in the state but counts.
 */
const HANDLERS: { readonly [Type in EventType]?: Handler<EventOf<Type>> } = {
  "session-init": startTurn,
  "session-status": changeStatus,
  "session-state": reportState,
  "message-start": startMessage,
  "message-end": endMessage,
  "text-start": startText,
  "text-delta": growText,
  "text-end": endText,
  "thinking-start": startText,
  "thinking-delta": growText,
  "thinking-end": endText,
  "tool-call-start": startCall,
  "tool-call-delta": growCall,
  "tool-call-end": endCall,
  "content-block": addContent,
  "tool-result": addResult,
  "tool-progress": addProgress,
  "user-message": addUserMessage,
  "message-retracted": retract,
  "task-start": startTask,
  "task-progress": progressTask,
  "task-update": changeTask,
  "task-end": changeTask,
  "tasks-changed": replaceTasks,
  "permission-request": addPermissionRequest,
  "permission-cancel": endRequest,
  "permission-denied": denyCall,
  "control-request": addControlRequest,
  "control-response": readResponse,
  retry: recordRetry,
  "rate-limit": recordRateLimit,
  compaction: recordCompaction,
  "turn-end": endTurn,
  notice: takeNotice,
};

/**
 * Returns the state after one more event.
 * @throws {TypeError} for a state that was restored from JSON without `reviveState` of `@unspool/protocol/store`
 */
export function reduce(state: SessionState, event: Event): SessionState {
  // Not `instanceof`: a program may contain two copies of this package.
  if (typeof state.toolCalls.append !== "function") {
    throw new TypeError(
      "reduce: this state has been through JSON. Store it with `serializeState` and restore it with `reviveState`.",
    );
  }
  const draft = createDraft(state);
  // A notice may belong to another session.
  if (event.type !== "notice" || state.sessionId === undefined) draft.sessionId = event.sessionId ?? state.sessionId;
  draft.counts = count(state.counts, event.type);
  // The first event of an agent adds it to the list.
  if (event.agent !== null && !draft.agents.has(event.agent)) putAgent(draft, getAgent(draft, event.agent));
  if (Object.hasOwn(HANDLERS, event.type)) (HANDLERS[event.type] as Handler<Event>)(draft, event);
  draft.status = deriveStatus(draft);
  return draft;
}

function count({ events, unknown, malformed }: Counts, type: EventType): Counts {
  return {
    events: events + 1,
    unknown: type === "unknown" ? unknown + 1 : unknown,
    malformed: type === "malformed" ? malformed + 1 : malformed,
  };
}

function takeNotice(draft: Draft, { subtype, data }: NoticeEvent): void {
  if (subtype === "conversation_reset") draft.ledger = restartCount(draft.ledger);
  if (subtype !== "attachment") return;
  // Transcripts have no results: there, only this notice reports a deferred call.
  const { type, toolUseID, toolName, toolInput = null } = asObject(data["attachment"]) ?? {};
  if (type !== "hook_deferred_tool" || typeof toolUseID !== "string") return;
  deferCall(draft, { toolUseId: toolUseID, name: asString(toolName) ?? "", input: toolInput });
}

function recordRetry(draft: Draft, event: RetryEvent): void {
  draft.retry = event;
}

function recordRateLimit(draft: Draft, event: RateLimitEvent): void {
  draft.rateLimits = draft.rateLimits.with(event.window ?? "", event);
}
