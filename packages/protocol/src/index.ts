// The public API of @unspool/protocol, name by name; everything else is internal.
// The types of all wire messages have a separate entry, `@unspool/protocol/wire`.

// Reading: bytes → events.
export { createDecoder, type Decoder, type DecoderOptions, type DecoderStats } from "./decoder.ts";
export { decode } from "./decode.ts";
export { createLineNormalizer, type LineNormalizer } from "./framing/line-normalizer.ts";
export { originalOf } from "./translate/original.ts";
export { EVENT_TYPES, MALFORMED_REASONS } from "./translate/events.ts";
export type { Event, EventOf, EventType } from "./translate/events.ts";
export type { EventCommon } from "./translate/events/common.ts";
export type {
  ControlRequestEvent,
  ControlResponseEvent,
  HookEndEvent,
  HookProgressEvent,
  HookStartEvent,
  PermissionCancelEvent,
  PermissionDeniedEvent,
  PermissionRequestEvent,
} from "./translate/events/control.ts";
export type {
  ContentBlockEvent,
  MessageEndEvent,
  MessageRetractedEvent,
  MessageStartEvent,
  TextDeltaEvent,
  TextEndEvent,
  TextStartEvent,
  ThinkingDeltaEvent,
  ThinkingEndEvent,
  ThinkingStartEvent,
  ToolCallDeltaEvent,
  ToolCallEndEvent,
  ToolCallStartEvent,
} from "./translate/events/message.ts";
export type {
  CompactionEvent,
  McpServerHealth,
  Overage,
  RateLimitEvent,
  RetryEvent,
  SessionInitEvent,
  SessionStateEvent,
  SessionStatusEvent,
} from "./translate/events/session.ts";
export type {
  BackgroundTask,
  TaskEndEvent,
  TaskProgressEvent,
  TaskStartEvent,
  TaskStatus,
  TaskUpdateEvent,
  TaskUsage,
  TasksChangedEvent,
} from "./translate/events/task.ts";
export type {
  MalformedEvent,
  MalformedReason,
  NoticeEvent,
  DeferredCall,
  PermissionDenial,
  TurnEndEvent,
  TurnOutcome,
  UnknownEvent,
} from "./translate/events/turn.ts";
export type { ToolProgressEvent, ToolResultEvent, UserMessageEvent, UserOrigin } from "./translate/events/user.ts";
export type { SilentReason } from "./translate/translation.ts";
export type { TokenUsage } from "./translate/usage.ts";

// Reading one line.
export { parse, type Parsed } from "./wire/parse.ts";
export {
  assistantTextOf,
  sessionIdOf,
  toolResultsOf,
  toolUsesOf,
  type ToolResultText,
} from "./helpers/line-helpers.ts";
export { toolResultText } from "./wire/tool-result-text.ts";
export { decodeDoubleEncoded } from "./translate/double-encoding.ts";
export { isKnownBlock } from "./wire/is-known-block.ts";
export { startsAgent, summarizeToolCall, type ToolSummary } from "./helpers/tool-summary.ts";

// The state of a session, reduced from its events.
export { initialState } from "./session/state.ts";
export { reduce } from "./session/reduce.ts";
export { endSession } from "./session/turns.ts";
export {
  agentTree,
  costByModel,
  failedTools,
  finalText,
  mcpHealth,
  openTools,
  pendingPermissions,
  toolHealth,
  transcriptOf,
  usageByAgent,
  usageByModel,
} from "./session/selectors.ts";
export type { AgentNode, AgentUsage, ToolHealth } from "./session/selectors.ts";
export type { Activity, Context, Counts, PendingRequest, SessionState, SessionStatus, Setup } from "./session/state.ts";
export type { AgentState } from "./session/agent.ts";
export type { List } from "./session/containers/list.ts";
export type { Table } from "./session/containers/table.ts";
export type { Ledger, ModelEntry, ModelFigures, ModelUsed, Turn } from "./session/ledger.ts";
export type { TaskState } from "./session/task.ts";
export type { ToolCall, ToolCallResult, ToolCallStatus } from "./session/tool-call.ts";
export type {
  AssistantMessage as TranscriptAssistantMessage,
  TranscriptBlock,
  TranscriptMessage,
  TranscriptOther,
  TranscriptStatus,
  TranscriptText,
  TranscriptToolCall,
  UserMessage as TranscriptUserMessage,
} from "./session/transcript.ts";

// Writing: input messages → lines.
export { encode, type Encode } from "./encode/encode.ts";
export { ENCODE_ERROR_CODES, EncodeError, type EncodeErrorCode } from "./encode/encode-error.ts";
export type { AllowOptions, AnswerEncoders, DenyOptions } from "./encode/answers.ts";
export type { DocumentedEncoders } from "./encode/documented.ts";
export type {
  InterruptOptions,
  McpCallOptions,
  ReadFileOptions,
  ReloadPluginsOptions,
  RenameOptions,
  RepoRootOptions,
  RequestEncoders,
  ThinkingOptions,
} from "./encode/request-encoders.ts";
export type { ImageInput, UserEncoders, UserOptions } from "./encode/user.ts";
export type { ImageMediaType } from "./encode/user-content.ts";

// The unions of wire messages, and the types used by events and encoders.
export type { OutputMessage } from "./wire/output/message.ts";
export type { InputMessage } from "./wire/input/input-message.ts";
export type { ContentBlock, ToolResultContent, ToolUseBlock } from "./wire/shared/content.ts";
export type { PermissionMode, PermissionUpdate } from "./wire/shared/permission.ts";
export type { ModelUsage } from "./wire/shared/usage.ts";
export type { Json, JsonArray, JsonObject, Open } from "./wire/json.ts";
