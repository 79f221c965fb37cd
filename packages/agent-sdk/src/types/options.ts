// The options of `query`: the 69 public ones of the official SDK 0.3.325. `option-table.ts` applies them.

import type { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type {
  AgentDefinition,
  CanUseTool,
  EffortLevel,
  HookCallbackMatcher,
  HookEvent,
  McpServerConfig,
  OnElicitation,
  OnUserDialog,
  OutputFormat,
  PermissionMode,
  SandboxSettings,
  SdkBeta,
  SdkPluginConfig,
  SettingSource,
  Settings,
  ThinkingConfig,
  ToolConfig,
} from "./types.ts";

/** The argument of `spawnClaudeCodeProcess`. */
export interface SpawnOptions {
  command: string;
  args: string[];
  cwd?: string;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}

/** A started process. Node's `ChildProcess` satisfies it. */
export interface SpawnedProcess extends Pick<EventEmitter, "on"> {
  stdin: Writable;
  stdout: Readable;
  readonly killed: boolean;
  readonly exitCode: number | null;
  kill(signal: NodeJS.Signals): boolean;
}

export type SystemPrompt =
  | string
  | string[]
  | { type: "custom"; prompt: string | string[]; snapshot?: boolean }
  | { type: "preset"; preset: "claude_code"; append?: string; excludeDynamicSections?: boolean; snapshot?: boolean };

/** The options without `undefined`, which `Options` allows for each. */
interface OptionValues {
  abortController: AbortController;
  additionalDirectories: string[];
  projectConfigRoot: string;
  agent: string;
  agents: Record<string, AgentDefinition>;
  allowedTools: string[];
  canUseTool: CanUseTool;
  continue: boolean;
  cwd: string;
  disallowedTools: string[];
  toolAliases: Record<string, string>;
  tools: string[] | { type: "preset"; preset: "claude_code" };
  env: Record<string, string | undefined>;
  executable: "bun" | "deno" | "node";
  executableArgs: string[];
  extraArgs: Record<string, string | null>;
  fallbackModel: string;
  enableFileCheckpointing: boolean;
  toolConfig: ToolConfig;
  forkSession: boolean;
  betas: SdkBeta[];
  hooks: Partial<Record<HookEvent, HookCallbackMatcher[]>>;
  onElicitation: OnElicitation;
  onUserDialog: OnUserDialog;
  supportedDialogKinds: string[];
  perTaskStopAffordance: boolean;
  persistSession: boolean;
  /** Refused. */
  sessionStore: object;
  /** Refused. */
  sessionStoreFlush: "batched" | "eager";
  /** Refused. */
  loadTimeoutMs: number;
  includeHookEvents: boolean;
  includePartialMessages: boolean;
  forwardSubagentText: boolean;
  verbatimPrompts: boolean;
  thinking: ThinkingConfig;
  effort: EffortLevel;
  maxThinkingTokens: number;
  maxTurns: number;
  maxBudgetUsd: number;
  taskBudget: { total: number };
  mcpServers: Record<string, McpServerConfig>;
  model: string;
  outputFormat: OutputFormat;
  pathToClaudeCodeExecutable: string;
  permissionMode: PermissionMode;
  planModeInstructions: string;
  allowDangerouslySkipPermissions: boolean;
  permissionPromptToolName: string;
  permissionPrompts: "host" | "none";
  plugins: SdkPluginConfig[];
  pluginDelivery: "argv" | "initialize";
  promptSuggestions: boolean;
  agentProgressSummaries: boolean;
  resume: string;
  sessionId: string;
  resumeSessionAt: string;
  resumeDropsTurn: string;
  sandbox: SandboxSettings;
  settings: string | Settings;
  managedSettings: Settings;
  settingSources: SettingSource[];
  skills: string[] | "all";
  debug: boolean;
  debugFile: string;
  stderr: (data: string) => void;
  strictMcpConfig: boolean;
  systemPrompt: SystemPrompt;
  title: string;
  spawnClaudeCodeProcess: (options: SpawnOptions) => SpawnedProcess;
}

export type OptionName = keyof OptionValues;
export type OptionValue<Name extends OptionName> = OptionValues[Name];
export type Options = { [Name in OptionName]?: OptionValues[Name] | undefined };
