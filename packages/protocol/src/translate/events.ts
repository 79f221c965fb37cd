// All events of a session: one flat union, discriminated on `type`, with noun-action names.
// Events are plain data: they survive JSON and structured clone. `originalOf` returns the wire message behind an event.

import type {
  SessionInitEvent,
  SessionStatusEvent,
  SessionStateEvent,
  RetryEvent,
  RateLimitEvent,
  CompactionEvent,
} from "./events/session.ts";
import type {
  MessageStartEvent,
  MessageEndEvent,
  TextStartEvent,
  TextDeltaEvent,
  TextEndEvent,
  ThinkingStartEvent,
  ThinkingDeltaEvent,
  ThinkingEndEvent,
  ToolCallStartEvent,
  ToolCallDeltaEvent,
  ToolCallEndEvent,
  ContentBlockEvent,
  MessageRetractedEvent,
} from "./events/message.ts";
import type { ToolResultEvent, ToolProgressEvent, UserMessageEvent } from "./events/user.ts";
import type {
  TaskStartEvent,
  TaskProgressEvent,
  TaskUpdateEvent,
  TaskEndEvent,
  TasksChangedEvent,
} from "./events/task.ts";
import type {
  PermissionRequestEvent,
  PermissionCancelEvent,
  PermissionDeniedEvent,
  ControlRequestEvent,
  ControlResponseEvent,
  HookStartEvent,
  HookProgressEvent,
  HookEndEvent,
} from "./events/control.ts";
import type { MalformedReason, TurnEndEvent, NoticeEvent, UnknownEvent, MalformedEvent } from "./events/turn.ts";

/** The union of all events. */
export type Event =
  | SessionInitEvent
  | SessionStatusEvent
  | SessionStateEvent
  | MessageStartEvent
  | MessageEndEvent
  | TextStartEvent
  | TextDeltaEvent
  | TextEndEvent
  | ThinkingStartEvent
  | ThinkingDeltaEvent
  | ThinkingEndEvent
  | ToolCallStartEvent
  | ToolCallDeltaEvent
  | ToolCallEndEvent
  | ContentBlockEvent
  | ToolResultEvent
  | ToolProgressEvent
  | UserMessageEvent
  | MessageRetractedEvent
  | TaskStartEvent
  | TaskProgressEvent
  | TaskUpdateEvent
  | TaskEndEvent
  | TasksChangedEvent
  | PermissionRequestEvent
  | PermissionCancelEvent
  | PermissionDeniedEvent
  | ControlRequestEvent
  | ControlResponseEvent
  | HookStartEvent
  | HookProgressEvent
  | HookEndEvent
  | RetryEvent
  | RateLimitEvent
  | CompactionEvent
  | TurnEndEvent
  | NoticeEvent
  | UnknownEvent
  | MalformedEvent;

export type EventType = Event["type"];

/** The event with this `type`. */
export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>;

/** All event types. */
export const EVENT_TYPES: readonly EventType[] = Object.keys({
  "session-init": 0,
  "session-status": 0,
  "session-state": 0,
  "message-start": 0,
  "message-end": 0,
  "text-start": 0,
  "text-delta": 0,
  "text-end": 0,
  "thinking-start": 0,
  "thinking-delta": 0,
  "thinking-end": 0,
  "tool-call-start": 0,
  "tool-call-delta": 0,
  "tool-call-end": 0,
  "content-block": 0,
  "tool-result": 0,
  "tool-progress": 0,
  "user-message": 0,
  "message-retracted": 0,
  "task-start": 0,
  "task-progress": 0,
  "task-update": 0,
  "task-end": 0,
  "tasks-changed": 0,
  "permission-request": 0,
  "permission-cancel": 0,
  "permission-denied": 0,
  "control-request": 0,
  "control-response": 0,
  "hook-start": 0,
  "hook-progress": 0,
  "hook-end": 0,
  retry: 0,
  "rate-limit": 0,
  compaction: 0,
  "turn-end": 0,
  notice: 0,
  unknown: 0,
  malformed: 0,
} satisfies Record<EventType, 0>) as EventType[];

/** All reasons why a line can be malformed. */
export const MALFORMED_REASONS: readonly MalformedReason[] = Object.keys({
  "not-json": 0,
  "not-object": 0,
  "line-too-long": 0,
  truncated: 0,
  "bad-shape": 0,
} satisfies Record<MalformedReason, 0>) as MalformedReason[];

export type { EventCommon, InMessage, InBlock } from "./events/common.ts";
export type {
  SessionInitEvent,
  McpServerHealth,
  SessionStatusEvent,
  SessionStateEvent,
  RetryEvent,
  RateLimitEvent,
  Overage,
  CompactionEvent,
} from "./events/session.ts";
export type {
  MessageStartEvent,
  MessageEndEvent,
  TextStartEvent,
  TextDeltaEvent,
  TextEndEvent,
  ThinkingStartEvent,
  ThinkingDeltaEvent,
  ThinkingEndEvent,
  ToolCallStartEvent,
  ToolCallDeltaEvent,
  ToolCallEndEvent,
  ContentBlockEvent,
  MessageRetractedEvent,
} from "./events/message.ts";
export type { ToolResultEvent, ToolProgressEvent, UserOrigin, UserMessageEvent } from "./events/user.ts";
export type {
  TaskUsage,
  TaskStatus,
  TaskStartEvent,
  TaskProgressEvent,
  TaskUpdateEvent,
  TaskEndEvent,
  TasksChangedEvent,
  BackgroundTask,
} from "./events/task.ts";
export type {
  PermissionRequestEvent,
  PermissionCancelEvent,
  PermissionDeniedEvent,
  ControlRequestEvent,
  ControlResponseEvent,
  HookStartEvent,
  HookProgressEvent,
  HookEndEvent,
} from "./events/control.ts";
export type {
  TurnOutcome,
  DeferredCall,
  PermissionDenial,
  TurnEndEvent,
  NoticeEvent,
  UnknownEvent,
  MalformedEvent,
} from "./events/turn.ts";
