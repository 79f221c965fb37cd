// The public surface of @unspool/client, name by name.

// Asking.
export { claude, createClaude, type Claude } from "./claude.ts";
export { replay } from "./replay.ts";
export type { Prompt, Session } from "./session/types.ts";
export type { ResultOf, Settled, Turn, TurnCause, TurnFields, TurnResult, Warning } from "./turn/types.ts";
export type { NodeResponse, TurnResponseOptions } from "./turn/response-types.ts";
export { isTurnError, TurnError } from "./turn/turn-error.ts";
export { ClaudeError, type ClaudeErrorCode } from "./errors.ts";
export type {
  AskOptions,
  DataOf,
  HistoryOptions,
  HostOptions,
  ModelOptions,
  ProgramOptions,
  RetryOptions,
  SessionOptions,
  ShutdownOptions,
  ToolOptions,
  TurnOptions,
} from "./options/types.ts";

// Many.
export { createPool, type Pool } from "./many/pool.ts";
export type { PoolOptions } from "./many/pool-options.ts";
export { withMaterial } from "./many/material.ts";
export { pipeTo, type PipeOptions } from "./many/pipe.ts";
export type { Inputs } from "./many/inputs.ts";
export type { InputOptions, MapCounts, MapItem, MapOptions, MapProgress, MapPrompt, MapRun } from "./many/map-types.ts";
export { ChainError } from "./many/chain-types.ts";
export type {
  Chain,
  ChainEvent,
  ChainOptions,
  ChainPrompt,
  ChainResult,
  ChainStep,
  StepOptions,
  StepResult,
} from "./many/chain-types.ts";

// Answering.
export { tool } from "./control/tool.ts";
export type { Tool, ToolAnnotations, ToolContext, ToolDetails } from "./control/tool.ts";
export type { ToolContent, ToolContentResult, ToolResource } from "./control/tool-result.ts";
export type { McpInstanceConfig, McpServerInstance } from "./control/mcp-instance.ts";
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
} from "./control/permission-types.ts";
export type { Hook, HookCallback, HookCallbacks, HookContext, HookInputOf } from "./control/hook-types.ts";
export type { OutputOf, StandardIssue, StandardResult, StandardSchema } from "./control/standard-schema.ts";

// Limits.
export { createBudget, type Budget, type BudgetTracker } from "./guard/budget.ts";
export type {
  BudgetCallback,
  BudgetKind,
  BudgetLimits,
  BudgetOptions,
  BudgetReport,
  Patience,
  Spending,
  SpendingEstimate,
  WatchdogVerdict,
} from "./guard/types.ts";
export { listPriceOf, type Price } from "./guard/prices.ts";

// The program.
export { findClaude, locateClaude, type ClaudeProgram, type FindOptions } from "./process/find-claude.ts";
export { supportsOf, type KnownFeature, type Supports } from "./process/supports.ts";
export { inheritedEnvironment, outerSessionIn } from "./process/environment.ts";
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
