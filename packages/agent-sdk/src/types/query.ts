// The object that `query` returns: the messages and the control methods, with the official SDK's names and results.

import type { ControlReply } from "@unspool/protocol/wire";
import type { AsDeclared } from "./as-declared.ts";
import type { SDKMessage, SDKUserMessage } from "./messages.ts";
import type {
  AccountInfo,
  AgentInfo,
  McpServerConfig,
  McpServerStatus,
  McpSetServersResult,
  ModelInfo,
  PermissionMode,
  RewindFilesResult,
  SDKControlInitializeResponse,
  SDKControlInterruptResponse,
  SdkPluginConfig,
  SlashCommand,
} from "./types.ts";

export type SDKControlGetContextUsageResponse = AsDeclared<ControlReply<"get_context_usage">>;
export type SDKControlGetUsageResponse = AsDeclared<ControlReply<"get_usage">>;
export type SDKControlReadFileResponse = AsDeclared<ControlReply<"read_file">>;
export type SDKControlReloadPluginsResponse = AsDeclared<ControlReply<"reload_plugins">>;
export type SDKControlReloadSkillsResponse = AsDeclared<ControlReply<"reload_skills">>;
export type SDKControlReloadOutputStylesResponse = AsDeclared<ControlReply<"reload_output_styles">>;
export type SDKControlMcpReadResourceResponse = AsDeclared<ControlReply<"mcp_read_resource">>;

export interface Query extends AsyncGenerator<SDKMessage, void> {
  /** Interrupts the current turn. */
  interrupt(): Promise<SDKControlInterruptResponse | undefined>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  setMcpPermissionModeOverride(serverName: string, mode: "default" | "auto" | null): Promise<{ warning?: string }>;
  setModel(model?: string): Promise<void>;
  setMaxThinkingTokens(
    maxThinkingTokens: number | null,
    thinkingDisplay?: "summarized" | "omitted" | "highlights" | null,
  ): Promise<void>;
  applyFlagSettings(settings: Record<string, unknown>): Promise<void>;
  updateSettings(source: "localSettings" | "userSettings", settings: Record<string, unknown>): Promise<void>;
  initializationResult(): Promise<SDKControlInitializeResponse>;
  reinitialize(): Promise<SDKControlInitializeResponse>;
  supportedCommands(): Promise<SlashCommand[]>;
  supportedModels(): Promise<ModelInfo[]>;
  supportedAgents(): Promise<AgentInfo[]>;
  mcpServerStatus(): Promise<McpServerStatus[]>;
  getContextUsage(options?: { detail?: "summary" | "full" }): Promise<SDKControlGetContextUsageResponse>;
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET(options?: {
    skipBehaviors?: boolean;
  }): Promise<SDKControlGetUsageResponse>;
  /** Resolves with null if the file cannot be read. */
  readFile(
    path: string,
    options?: { maxBytes?: number; encoding?: "utf-8" | "base64" },
  ): Promise<SDKControlReadFileResponse | null>;
  reloadPlugins(options?: {
    holdOnCacheImpact?: boolean;
    addPlugins?: SdkPluginConfig[];
    refuseIfBusy?: boolean;
  }): Promise<SDKControlReloadPluginsResponse>;
  reloadSkills(): Promise<SDKControlReloadSkillsResponse>;
  reloadOutputStyles(): Promise<SDKControlReloadOutputStylesResponse>;
  accountInfo(): Promise<AccountInfo>;
  rewindFiles(userMessageId: string, options?: { dryRun?: boolean }): Promise<RewindFilesResult>;
  seedReadState(path: string, mtime: number): Promise<void>;
  reconnectMcpServer(serverName: string): Promise<void>;
  toggleMcpServer(serverName: string, enabled: boolean): Promise<void>;
  readMcpResource(serverName: string, uri: string): Promise<SDKControlMcpReadResourceResponse>;
  /** Sets the servers outside this process. Servers inside it can only be set at the start. */
  setMcpServers(servers: Record<string, McpServerConfig>): Promise<McpSetServersResult>;
  /** Sends more prompts. Resolves when all of them are written. */
  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void>;
  stopTask(taskId: string): Promise<void>;
  backgroundTasks(toolUseId?: string): Promise<boolean>;
  /** Ends the query now. It yields no further messages. */
  close(): void;
}
