// Types of callbacks, settings and replies, under the official SDK's names.

import type { McpServerInstance } from "@unspool/client";
import type {
  AccountInfo as WireAccountInfo,
  AgentDefinition as WireAgentDefinition,
  AgentInfo as WireAgentInfo,
  AsyncHookOutput,
  HookEventName,
  HookInput as WireHookInput,
  HookOutput,
  InitializeReply,
  McpRemoteConfig,
  McpServerStatus as WireMcpServerStatus,
  McpStdioConfig,
  ModelInfo as WireModelInfo,
  ModelUsage as WireModelUsage,
  PermissionMode as WirePermissionMode,
  PermissionUpdate as WirePermissionUpdate,
  RewindFilesReply,
  SlashCommand as WireSlashCommand,
  SyncHookOutput,
} from "@unspool/protocol/wire";
import type { AsDeclared, Declared } from "./as-declared.ts";

type ClosedMode = "default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk" | "auto";

export type PermissionMode = Extract<WirePermissionMode, ClosedMode>;
export type PermissionUpdate = AsDeclared<WirePermissionUpdate>;
export type PermissionDecisionClassification = "user_temporary" | "user_permanent" | "user_reject";
export type PermissionResult =
  | {
      behavior: "allow";
      updatedInput?: Record<string, unknown> | undefined;
      updatedPermissions?: PermissionUpdate[] | undefined;
      toolUseID?: string | undefined;
      decisionClassification?: PermissionDecisionClassification | undefined;
    }
  | {
      behavior: "deny";
      message: string;
      interrupt?: boolean | undefined;
      toolUseID?: string | undefined;
      decisionClassification?: PermissionDecisionClassification | undefined;
    };

export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  options: {
    signal: AbortSignal;
    suggestions?: PermissionUpdate[];
    blockedPath?: string;
    mcpServer?: { name: string; source: string };
    decisionReason?: string;
    title?: string;
    displayName?: string;
    description?: string;
    defaultToNo?: boolean;
    suppressAlwaysAllowRule?: boolean;
    toolUseID: string;
    agentID?: string;
    requestId: string;
    matchedAskRule?: { source: string; toolName: string; ruleContent?: string };
  },
) => Promise<PermissionResult | null>;

export type HookEvent = HookEventName;
export type HookInput = AsDeclared<WireHookInput>;
export type HookJSONOutput = HookOutput;
export type AsyncHookJSONOutput = AsyncHookOutput;
export type SyncHookJSONOutput = SyncHookOutput;
export type HookCallback = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookJSONOutput>;

export interface HookCallbackMatcher {
  matcher?: string;
  hooks: HookCallback[];
  /** In seconds. */
  timeout?: number;
  onFailure?: "continue" | "block";
}

type HookInputNamed<Input extends { hook_event_name: string }, Event extends HookEvent> = Input extends unknown
  ? Event extends Input["hook_event_name"]
    ? Input & { hook_event_name: Event }
    : never
  : never;

export type PreToolUseHookInput = HookInputNamed<HookInput, "PreToolUse">;
export type PostToolUseHookInput = HookInputNamed<HookInput, "PostToolUse">;
export type PostToolUseFailureHookInput = HookInputNamed<HookInput, "PostToolUseFailure">;
export type PermissionRequestHookInput = HookInputNamed<HookInput, "PermissionRequest">;
export type UserPromptSubmitHookInput = HookInputNamed<HookInput, "UserPromptSubmit">;
export type SessionStartHookInput = HookInputNamed<HookInput, "SessionStart">;
export type SessionEndHookInput = HookInputNamed<HookInput, "SessionEnd">;
export type StopHookInput = HookInputNamed<HookInput, "Stop">;
export type SubagentStartHookInput = HookInputNamed<HookInput, "SubagentStart">;
export type SubagentStopHookInput = HookInputNamed<HookInput, "SubagentStop">;
export type PreCompactHookInput = HookInputNamed<HookInput, "PreCompact">;
export type NotificationHookInput = HookInputNamed<HookInput, "Notification">;

export interface ElicitationRequest {
  serverName: string;
  message: string;
  mode?: "form" | "url";
  url?: string;
  elicitationId?: string;
  requestedSchema?: Record<string, unknown>;
  title?: string;
  displayName?: string;
  description?: string;
}
export interface ElicitationResult {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}
export type OnElicitation = (
  request: ElicitationRequest,
  options: { signal: AbortSignal; requestId: string },
) => Promise<ElicitationResult | null>;

export interface UserDialogRequest {
  dialogKind: string;
  payload: Record<string, unknown>;
  toolUseID?: string;
}
export type UserDialogResult = { behavior: "completed"; result: unknown } | { behavior: "cancelled" };
export type OnUserDialog = (
  request: UserDialogRequest,
  options: { signal: AbortSignal; requestId: string },
) => Promise<UserDialogResult | null>;

export type McpStdioServerConfig = AsDeclared<McpStdioConfig>;
export type McpSSEServerConfig = AsDeclared<McpRemoteConfig & { readonly type: "sse" }>;
export type McpHttpServerConfig = AsDeclared<McpRemoteConfig & { readonly type: "http" }>;
export interface McpSdkServerConfig {
  type: "sdk";
  name: string;
  timeout?: number;
  tools?: unknown;
}
/** `instance` may be an `McpServer` of the official MCP SDK. */
export type McpSdkServerConfigWithInstance = McpSdkServerConfig & { instance: McpServerInstance };
export type McpServerConfig =
  | McpStdioServerConfig
  | McpSSEServerConfig
  | McpHttpServerConfig
  | McpSdkServerConfigWithInstance;
export type McpServerConfigForProcessTransport =
  | Exclude<McpServerConfig, McpSdkServerConfigWithInstance>
  | McpSdkServerConfig;
export type McpServerStatus = AsDeclared<WireMcpServerStatus>;
export interface McpSetServersResult {
  added: string[];
  removed: string[];
  errors: Record<string, string>;
}

export type AgentDefinition = AsDeclared<WireAgentDefinition>;
export type AgentInfo = Declared<WireAgentInfo, "description">;
export type AccountInfo = AsDeclared<WireAccountInfo>;
export type ModelInfo = AsDeclared<WireModelInfo>;
export type ModelUsage = AsDeclared<WireModelUsage>;
export type SlashCommand = AsDeclared<WireSlashCommand>;
export type RewindFilesResult = AsDeclared<RewindFilesReply>;
export type SDKControlInitializeResponse = Omit<AsDeclared<InitializeReply>, "agents"> & { agents: AgentInfo[] };
export interface SDKControlInterruptResponse {
  still_queued: string[];
  cancelled?: string[];
}

export type EffortLevel = "low" | "medium" | "high" | "xhigh" | "max";
export type SettingSource = "user" | "project" | "local";
export type SdkBeta = "context-1m-2025-08-07";
export interface SdkPluginConfig {
  type: "local";
  path: string;
  skipMcpDiscovery?: boolean;
}
export interface JsonSchemaOutputFormat {
  type: "json_schema";
  schema: Record<string, unknown>;
}
export type OutputFormat = JsonSchemaOutputFormat;
export interface ThinkingAdaptive {
  type: "adaptive";
  display?: "summarized" | "omitted";
}
export interface ThinkingEnabled {
  type: "enabled";
  budgetTokens?: number;
  display?: "summarized" | "omitted";
}
export interface ThinkingDisabled {
  type: "disabled";
}
export type ThinkingConfig = ThinkingAdaptive | ThinkingEnabled | ThinkingDisabled;
export interface ToolConfig {
  askUserQuestion?: { previewFormat?: "markdown" | "html" };
}
/** The content of a settings file of the CLI. */
export type Settings = Record<string, unknown>;
export type SandboxSettings = Record<string, unknown>;
