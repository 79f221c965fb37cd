// Every message of the wire as a type, by hand: what the CLI says (output), what it accepts (input), the shapes both
// share, and the entries of its transcript files. Types only; nothing here exists at run time.

export type { Json, JsonArray, JsonObject, Open } from "./json.ts";

export type { ApiErrorKind } from "./output/api-error.ts";
export type { ApiMessage, StartedApiMessage, StopReason } from "./output/api-message.ts";
export type { AssistantMessage, ThinkingDisplay, ToolUseMeta } from "./output/assistant.ts";
export type {
  CanUseToolRequest,
  CliControlRequest,
  ControlRequestMessage,
  DecisionReasonType,
  ElicitationRequest,
  HookCallbackRequest,
  InternalRequest,
  McpMessageRequest,
  UserDialogRequest,
} from "./output/control-request.ts";
export type {
  ControlCancelMessage,
  ControlError,
  ControlResponseMessage,
  ControlSuccess,
  KeepAliveMessage,
} from "./output/control.ts";
export type { AgentEnvelope, Envelope, PromptReference, SystemEnvelope } from "./output/envelope.ts";
export type {
  Capability,
  FastModeState,
  InitMcpServer,
  InitPlugin,
  InitPluginError,
  SystemInit,
} from "./output/init.ts";
export type { ControlMessage, OutputMessage, SystemMessage } from "./output/message.ts";
export type {
  ActiveGoal,
  ActiveGoalMessage,
  CommandLifecycleMessage,
  SubagentRetry,
  ToolProgressMessage,
  ToolUseSummaryMessage,
} from "./output/progress.ts";
export type {
  OverageDisabledReason,
  RateLimitInfo,
  RateLimitMessage,
  RateLimitStatus,
  RateLimitWindow,
} from "./output/rate-limit.ts";
export type { StartupFailureReason, TerminalReason } from "./output/result-reason.ts";
export type { ResultTimings } from "./output/result-timing.ts";
export type {
  PermissionDenial,
  ResultDocumentedError,
  ResultError,
  ResultMessage,
  ResultSuccess,
} from "./output/result.ts";
export type {
  AuthStatusMessage,
  AttachmentMessage,
  ConversationResetMessage,
  PromptSuggestionMessage,
  TranscriptMirrorMessage,
  UndescribedMessage,
} from "./output/session-line.ts";
export type {
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  ContentDelta,
  GoalStateEvent,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStopEvent,
  StartedBlock,
  StartedToolUseBlock,
  StreamEvent,
  StreamEventMessage,
  StreamToolProgressEvent,
} from "./output/stream-event.ts";
export type { SubagentStats } from "./output/subagent-stats.ts";
export type {
  SystemHookMessage,
  SystemHookProgress,
  SystemHookResponse,
  SystemHookStarted,
} from "./output/system-hook.ts";
export type {
  SystemApiRetry,
  SystemControlRequestProgress,
  SystemModelFallback,
  SystemModelMessage,
  SystemModelRefusalFallback,
  SystemModelRefusalNoFallback,
  SystemRetry,
  SystemThinkingTokens,
} from "./output/system-model.ts";
export type {
  SystemElicitationComplete,
  SystemInformational,
  SystemLocalCommandOutput,
  SystemNoticeMessage,
  SystemNotification,
  SystemPermissionDenied,
  SystemPluginInstall,
  SystemUndescribed,
} from "./output/system-notice.ts";
export type {
  CompactMetadata,
  LostWrite,
  PersistedFile,
  RecalledMemory,
  SystemCommandsChanged,
  SystemCompactBoundary,
  SystemFilesPersisted,
  SystemMemoryRecall,
  SystemMirrorError,
  SystemSessionMessage,
  SystemSessionStateChanged,
  SystemSessionWritesLost,
  SystemStatus,
  SystemWorkerShuttingDown,
  UnpersistedFile,
} from "./output/system-session.ts";
export type {
  BackgroundTask,
  SystemBackgroundTasksChanged,
  SystemTaskMessage,
  SystemTaskNotification,
  SystemTaskProgress,
  SystemTaskStarted,
  SystemTaskUpdated,
  TaskStatus,
  TaskUsage,
} from "./output/system-task.ts";
export type { ToolResultMeta, ToolResultPermission, UserMessage } from "./output/user.ts";

export type {
  ContextCategory,
  ContextMessageBreakdown,
  ContextSquare,
  ContextUsageReply,
  NamedTokens,
} from "./input/context-usage-reply.ts";
export type {
  DialogAnswer,
  ElicitationAnswer,
  InputControlCancel,
  InputControlFailure,
  InputControlResponse,
  InputControlSuccess,
  McpAnswer,
} from "./input/control-answer.ts";
export type {
  ControlReplies,
  ControlReply,
  InterruptReply,
  LoadedPlugin,
  McpCallReply,
  McpResourceContent,
  NoReply,
  ReadFileReply,
  ReloadPluginsReply,
  RewindFilesReply,
} from "./input/control-replies.ts";
export type {
  ControlRequest,
  ControlRequestOf,
  ControlSubtype,
  HostControlRequest,
  InputControlRequest,
  UnlistedControlRequest,
} from "./input/control-request.ts";
export type { ControlRequests, NoFields } from "./input/control-requests.ts";
export type {
  DocumentedCancel,
  DocumentedCompact,
  DocumentedInput,
  DocumentedUserMessage,
} from "./input/documented.ts";
export type { InitializeReply, ManifestOutcome } from "./input/initialize-reply.ts";
export type {
  InitializeFields,
  PluginReference,
  SdkMcpServerManifest,
  SdkMcpServerSettings,
} from "./input/initialize-request.ts";
export type { InputKeepAlive, InputMessage } from "./input/input-message.ts";
export type { InternalControlRequest, InternalControlSubtype } from "./input/internal-request.ts";
export type { HooksListingReply, PermissionRulesReply, SettingsReply, UsageReply } from "./input/listing-replies.ts";
export type { McpCallFields, McpControlRequests } from "./input/mcp-requests.ts";
export type { InputUserMessage, UserBlock, UserContent, UserPriority } from "./input/user-message.ts";

export type {
  AccountInfo,
  AgentDefinition,
  AgentInfo,
  AgentMcpServer,
  Effort,
  ModelInfo,
  SlashCommand,
} from "./shared/agent.ts";
export type {
  CacheControl,
  CompactionBlock,
  ContentBlock,
  KnownContentBlock,
  RedactedThinkingBlock,
  SearchResultBlock,
  TextBlock,
  ThinkingBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolResultContent,
  ToolUseBlock,
  UnknownBlock,
} from "./shared/content.ts";
export type { CompactTrigger, HookInputBase } from "./shared/hook-base.ts";
export type {
  CompactionHookInput,
  ModelSwitchHookInput,
  PostCompactHookInput,
  PostModelSwitchHookInput,
  PreCompactHookInput,
  PreModelSwitchHookInput,
} from "./shared/hook-model.ts";
export type {
  AsyncHookOutput,
  ContextHookOutput,
  ElicitationHookOutput,
  HookOutput,
  HookSpecificOutput,
  MessageDisplayHookOutput,
  PermissionDeniedHookOutput,
  PermissionRequestHookOutput,
  PostToolUseHookOutput,
  PreModelSwitchHookOutput,
  PreToolUseHookOutput,
  PromptHookOutput,
  SessionStartHookOutput,
  SyncHookOutput,
  WatchHookOutput,
  WorktreeCreateHookOutput,
} from "./shared/hook-output.ts";
export type {
  MessageDisplayHookInput,
  NotificationHookInput,
  SessionEndHookInput,
  SessionHookInput,
  SessionStartHookInput,
  SetupHookInput,
  StopFailureHookInput,
  StopHookInput,
  SubagentStartHookInput,
  SubagentStopHookInput,
  UserPromptExpansionHookInput,
  UserPromptSubmitHookInput,
} from "./shared/hook-session.ts";
export type {
  PermissionDeniedHookInput,
  PermissionRequestHookInput,
  PostToolBatchHookInput,
  PostToolUseFailureHookInput,
  PostToolUseHookInput,
  PreToolUseHookInput,
  ToolBatchCall,
  ToolHookInput,
} from "./shared/hook-tool.ts";
export type {
  ConfigChangeHookInput,
  CwdChangedHookInput,
  DirectoryAddedHookInput,
  ElicitationHookInput,
  ElicitationResultHookInput,
  FileChangedHookInput,
  InstructionsLoadedHookInput,
  TaskHookInput,
  TeammateIdleHookInput,
  WorkspaceHookInput,
  WorktreeCreateHookInput,
  WorktreeRemoveHookInput,
} from "./shared/hook-workspace.ts";
export type { HookEventName, HookFailurePolicy, HookInput, HookMatcher } from "./shared/hook.ts";
export type {
  JsonRpcFailure,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcSuccess,
  McpConnectionStatus,
  McpRemoteConfig,
  McpSdkConfig,
  McpServerConfig,
  McpServerStatus,
  McpStdioConfig,
  McpToolInfo,
} from "./shared/mcp.ts";
export type {
  Base64Source,
  ContentSource,
  DocumentBlock,
  DocumentSource,
  FileSource,
  ImageBlock,
  ImageSource,
  PlainTextSource,
  UrlSource,
} from "./shared/media.ts";
export type {
  ChannelOrigin,
  MessageOrigin,
  ObserverOrigin,
  PeerOrigin,
  PlainOrigin,
  TaskNotificationOrigin,
} from "./shared/origin.ts";
export type {
  McpServerReference,
  PermissionAllow,
  PermissionBehavior,
  PermissionDecisionClassification,
  PermissionDeny,
  PermissionDestination,
  PermissionDirectoriesUpdate,
  PermissionMode,
  PermissionModeUpdate,
  PermissionResult,
  PermissionRule,
  PermissionRulesUpdate,
  PermissionUpdate,
} from "./shared/permission.ts";
export type {
  ContainerUploadBlock,
  McpToolResultBlock,
  McpToolUseBlock,
  ServerToolBlock,
  ServerToolResultBlock,
  ServerToolUseBlock,
} from "./shared/server-tool.ts";
export type { CacheCreation, ModelUsage, ServerToolUsage, Usage } from "./shared/usage.ts";

export type {
  TranscriptAssistant,
  TranscriptEntry,
  TranscriptEnvelope,
  TranscriptNote,
  TranscriptSystem,
  TranscriptUser,
} from "./transcript.ts";
