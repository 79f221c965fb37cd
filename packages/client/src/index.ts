// The public surface of @unspool/client, name by name.

// Asking.
export { claude, createClaude, type Claude } from "./claude.ts";
export { replay } from "./replay.ts";
export type { Prompt, Session } from "./session/types.ts";
export type { ResultOf, Settled, Turn, TurnCause, TurnFields, TurnResult } from "./turn/types.ts";
export type { Warning } from "./warning.ts";
export type { NodeResponse, TurnResponseOptions } from "./turn/web/response-types.ts";
export { isTurnError, TurnError } from "./turn/turn-error.ts";
export { ClaudeError, type ClaudeErrorCode } from "./errors.ts";
export type { AskOptions, DataOf, RetryOptions, SessionOptions, TurnOptions } from "./options/options.ts";
export type { HistoryOptions } from "./options/history-options.ts";
export type { HostOptions } from "./options/host-options.ts";
export type { ModelOptions } from "./options/model-options.ts";
export type { ProgramOptions } from "./options/program-options.ts";
export type { ToolOptions } from "./options/tool-options.ts";
export type { ShutdownOptions } from "./transport/shut-down.ts";

// Many.
export { createPool, type Pool } from "./batch/pool.ts";
export type { PoolOptions } from "./batch/pool-options.ts";
export { quoteAsContext } from "./batch/quote-as-context.ts";
export { pipeTo, type PipeOptions } from "./batch/pipe.ts";
export type { Inputs } from "./batch/inputs.ts";
export type {
  InputOptions,
  MapCounts,
  MapItem,
  MapOptions,
  MapProgress,
  MapPrompt,
  MapRun,
} from "./batch/map-types.ts";
export { ChainError } from "./batch/chain-types.ts";
export type {
  Chain,
  ChainEvent,
  ChainOptions,
  ChainPrompt,
  ChainResult,
  ChainStep,
  StepOptions,
  StepResult,
} from "./batch/chain-types.ts";

// Answering.
export { tool } from "./control/tools/tool.ts";
export type { Tool, ToolAnnotations, ToolContext, ToolDetails } from "./control/tools/tool.ts";
export type { ToolContent, ToolContentResult, ToolResource } from "./control/tools/tool-result.ts";
export type { McpInstanceConfig, McpServerInstance } from "./control/tools/mcp-instance.ts";
export type {
  Elicitation,
  ElicitationCallback,
  PermissionAnswer,
  PermissionCallback,
  PermissionPattern,
  PermissionRequest,
  PermissionRules,
  QuestionCallback,
  UserQuestion,
} from "./control/permissions/types.ts";
export type { Hook, HookCallback, HookCallbacks, HookContext, HookInputOf } from "./control/hooks/types.ts";
export type { OutputOf, StandardIssue, StandardResult, StandardSchema } from "./schema/standard-schema.ts";

// Limits.
export { createBudget, type Budget, type BudgetTracker } from "./limits/budget.ts";
export type {
  BudgetCallback,
  BudgetKind,
  BudgetLimits,
  BudgetOptions,
  BudgetReport,
  Timeouts,
  Spending,
  SpendingEstimate,
  StallReason,
} from "./limits/types.ts";
export { listPriceOf, type Price } from "./limits/prices.ts";

// The program.
export { findClaude, locateClaude, type ClaudeProgram, type FindOptions } from "./process/find-claude.ts";
export { supportsOf, type KnownFeature, type Supports } from "./options/supports.ts";
export { inheritedEnvironment, findOuterSession } from "./process/environment.ts";
export { reapOrphans } from "./process/reap-orphans.ts";
export type {
  Launch,
  SpawnedProcess,
  SpawnFunction,
  Transport,
  TransportExit,
  TransportFactory,
  TransportHandlers,
} from "./transport/types.ts";
export type { Cancel, Clock } from "./clock.ts";

// Recordings and transcripts.
export { readRecording } from "./record/read-recording.ts";
export { replayTransport, type ReplayOptions } from "./record/replay.ts";
export { redactText, secretValuesOf } from "@unspool/protocol/redact";
export { createRecorder, type RecorderOptions } from "./record/recorder.ts";
export type { RecordedLine, RecordedRun, Recorder, Recording, RecordingMeta, RecordTarget } from "./record/types.ts";
export type {
  Listing,
  SearchHit,
  TranscriptReading,
  Transcripts,
  TranscriptSummary,
  TranscriptWarning,
} from "./transcripts/types.ts";
