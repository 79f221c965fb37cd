// The messages under the official SDK's names. They are the unchanged lines of the CLI.

import type {
  ActiveGoalMessage,
  AssistantMessage,
  AuthStatusMessage,
  ContentBlock,
  ConversationResetMessage,
  InputUserMessage,
  PermissionDenial,
  PromptSuggestionMessage,
  RateLimitInfo,
  RateLimitMessage,
  ResultError,
  ResultSuccess,
  StreamEventMessage,
  SystemApiRetry,
  SystemBackgroundTasksChanged,
  SystemCommandsChanged,
  SystemCompactBoundary,
  SystemControlRequestProgress,
  SystemElicitationComplete,
  SystemFilesPersisted,
  SystemHookProgress,
  SystemHookResponse,
  SystemHookStarted,
  SystemInformational,
  SystemInit,
  SystemLocalCommandOutput,
  SystemMemoryRecall,
  SystemMirrorError,
  SystemModelRefusalFallback,
  SystemModelRefusalNoFallback,
  SystemNotification,
  SystemPermissionDenied,
  SystemPluginInstall,
  SystemSessionStateChanged,
  SystemSessionWritesLost,
  SystemStatus,
  SystemTaskNotification,
  SystemTaskProgress,
  SystemTaskStarted,
  SystemTaskUpdated,
  SystemThinkingTokens,
  SystemWorkerShuttingDown,
  ToolProgressMessage,
  ToolUseSummaryMessage,
  Usage,
  UserMessage,
} from "@unspool/protocol/wire";
import type { AsDeclared, Declared } from "./as-declared.ts";

type ResultFigures =
  | "duration_ms"
  | "duration_api_ms"
  | "is_error"
  | "num_turns"
  | "stop_reason"
  | "total_cost_usd"
  | "modelUsage"
  | "permission_denials";
type InitFacts =
  | "apiKeySource"
  | "claude_code_version"
  | "cwd"
  | "tools"
  | "mcp_servers"
  | "model"
  | "permissionMode"
  | "slash_commands"
  | "output_style"
  | "skills"
  | "plugins";
type ApiFacts = "id" | "type" | "model" | "stop_reason" | "stop_sequence" | "usage";

type TokenCounts = "input_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens";
interface CountedUsage {
  readonly usage: Usage & { readonly [Name in TokenCounts]: number };
}

/** An API message with all fields of its head. */
type WholeApiMessage = AssistantMessage["message"] &
  Required<Pick<AssistantMessage["message"], ApiFacts>> & {
    readonly usage: Required<Pick<Usage, TokenCounts>>;
  };

export type SDKAssistantMessage = Declared<
  Omit<AssistantMessage, "message"> & { readonly message: WholeApiMessage },
  "parent_tool_use_id"
>;
export type SDKAssistantMessageError = NonNullable<SDKAssistantMessage["error"]>;
export type SDKResultSuccess = Declared<ResultSuccess & CountedUsage, ResultFigures | "result">;
export type SDKResultError = Declared<ResultError & CountedUsage, ResultFigures | "errors">;
export type SDKResultMessage = SDKResultSuccess | SDKResultError;
export type NonNullableUsage = SDKResultMessage["usage"];
export type SDKPermissionDenial = AsDeclared<PermissionDenial>;
export type SDKSystemMessage = Declared<SystemInit, InitFacts>;
export type SDKPartialAssistantMessage = Declared<StreamEventMessage, "parent_tool_use_id">;
export type SDKRateLimitInfo = AsDeclared<RateLimitInfo>;

/** A prompt, or a tool result from the CLI. */
export type SDKUserMessage = AsDeclared<
  Omit<InputUserMessage, "message" | "parent_tool_use_id"> &
    Pick<UserMessage, "tool_result_meta"> & {
      readonly message: { readonly role: "user"; readonly content: string | readonly ContentBlock[] };
      readonly parent_tool_use_id: string | null;
    }
>;
export type SDKUserMessageReplay = Declared<UserMessage, "parent_tool_use_id"> & { isReplay: true };
export type SDKMessageOrigin = NonNullable<SDKUserMessage["origin"]>;

export type SDKCompactBoundaryMessage = Declared<SystemCompactBoundary>;
export type SDKStatusMessage = Declared<SystemStatus>;
export type SDKStatus = SDKStatusMessage["status"];
export type SDKAPIRetryMessage = Declared<SystemApiRetry>;
export type SDKControlRequestProgressMessage = Declared<SystemControlRequestProgress>;
export type SDKModelRefusalFallbackMessage = Declared<SystemModelRefusalFallback>;
export type SDKModelRefusalNoFallbackMessage = Declared<SystemModelRefusalNoFallback>;
export type SDKLocalCommandOutputMessage = Declared<SystemLocalCommandOutput>;
export type SDKHookStartedMessage = Declared<SystemHookStarted>;
export type SDKHookProgressMessage = Declared<SystemHookProgress>;
export type SDKHookResponseMessage = Declared<SystemHookResponse>;
export type SDKPluginInstallMessage = Declared<SystemPluginInstall>;
export type SDKToolProgressMessage = Declared<ToolProgressMessage>;
export type SDKToolUseSummaryMessage = Declared<ToolUseSummaryMessage>;
export type SDKAuthStatusMessage = Declared<AuthStatusMessage>;
export type SDKTaskStartedMessage = Declared<SystemTaskStarted>;
export type SDKTaskProgressMessage = Declared<SystemTaskProgress>;
export type SDKTaskUpdatedMessage = Declared<SystemTaskUpdated>;
export type SDKTaskNotificationMessage = Declared<SystemTaskNotification>;
export type SDKBackgroundTasksChangedMessage = Declared<SystemBackgroundTasksChanged>;
export type SDKThinkingTokensMessage = Declared<SystemThinkingTokens>;
export type SDKSessionStateChangedMessage = Declared<SystemSessionStateChanged>;
export type SDKWorkerShuttingDownMessage = Declared<SystemWorkerShuttingDown>;
export type SDKCommandsChangedMessage = Declared<SystemCommandsChanged>;
export type SDKNotificationMessage = Declared<SystemNotification>;
export type SDKFilesPersistedEvent = Declared<SystemFilesPersisted>;
export type SDKMemoryRecallMessage = Declared<SystemMemoryRecall>;
export type SDKRateLimitEvent = Declared<RateLimitMessage>;
export type SDKElicitationCompleteMessage = Declared<SystemElicitationComplete>;
export type SDKPermissionDeniedMessage = Declared<SystemPermissionDenied>;
export type SDKPromptSuggestionMessage = Declared<PromptSuggestionMessage>;
export type SDKMirrorErrorMessage = Declared<SystemMirrorError>;
export type SDKInformationalMessage = Declared<SystemInformational>;
export type SDKConversationResetMessage = Declared<ConversationResetMessage>;
export type SDKSessionWritesLostMessage = Declared<SystemSessionWritesLost>;
export type SDKActiveGoalMessage = Declared<ActiveGoalMessage>;

/** Every message that `query` yields. The set grows: ignore unknown messages. */
export type SDKMessage =
  | SDKAssistantMessage
  | SDKUserMessage
  | SDKUserMessageReplay
  | SDKResultMessage
  | SDKSystemMessage
  | SDKPartialAssistantMessage
  | SDKCompactBoundaryMessage
  | SDKStatusMessage
  | SDKAPIRetryMessage
  | SDKControlRequestProgressMessage
  | SDKModelRefusalFallbackMessage
  | SDKModelRefusalNoFallbackMessage
  | SDKLocalCommandOutputMessage
  | SDKHookStartedMessage
  | SDKHookProgressMessage
  | SDKHookResponseMessage
  | SDKPluginInstallMessage
  | SDKToolProgressMessage
  | SDKAuthStatusMessage
  | SDKTaskNotificationMessage
  | SDKTaskStartedMessage
  | SDKTaskUpdatedMessage
  | SDKTaskProgressMessage
  | SDKBackgroundTasksChangedMessage
  | SDKThinkingTokensMessage
  | SDKSessionStateChangedMessage
  | SDKWorkerShuttingDownMessage
  | SDKCommandsChangedMessage
  | SDKNotificationMessage
  | SDKFilesPersistedEvent
  | SDKToolUseSummaryMessage
  | SDKMemoryRecallMessage
  | SDKRateLimitEvent
  | SDKElicitationCompleteMessage
  | SDKPermissionDeniedMessage
  | SDKPromptSuggestionMessage
  | SDKMirrorErrorMessage
  | SDKInformationalMessage
  | SDKConversationResetMessage
  | SDKSessionWritesLostMessage;
