// The facts that the engine passes to the line builders.

import type {
  ApiMessage,
  AssistantMessage,
  StreamEventMessage,
  SystemInformational,
  SystemModelFallback,
  SystemModelRefusalFallback,
  SystemModelRefusalNoFallback,
  SystemNotification,
  UserMessage,
} from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../json.ts";
import type { Usage } from "../../scenario/types.ts";

/** The sub-agent that a line belongs to; `undefined` for the main agent. */
export interface AgentInfo {
  /** The tool use that started it. */
  readonly toolUseId: string;
  readonly agentId: string;
  readonly type: string;
  readonly description: string;
}

/** The facts that all lines of one message of the model share. */
export interface MessageInfo {
  readonly id: string;
  readonly requestId: string;
  readonly model: string;
  readonly usage: Usage;
  /** Known at the end of a streamed reply, and from the start of a reply that did not stream. */
  readonly stopReason: string | null;
  readonly isStreamed: boolean;
  /** From the request to the first byte. @default 0 */
  readonly timeToFirstTokenMs?: number;
}

/** Fields beside a stream event, each written by the versions that have it. */
export type StreamExtras = Pick<
  StreamEventMessage,
  "abandoned_blocks" | "owed_rows" | "user_message_uuid" | "user_message_uuids"
>;

/** Fields beside a finished block, each written by the versions that have it. */
export type AssistantExtras = Pick<
  AssistantMessage,
  "aborted" | "supersedes" | "user_message_uuid" | "user_message_uuids"
>;

/** Fields of a synthetic message and of its line, each written by the versions that have it. */
export type SyntheticExtras = Pick<ApiMessage, "stop_reason" | "stop_details"> &
  Pick<
    AssistantMessage,
    "request_id" | "refused_message_id" | "local_command_source" | "local_command_run" | "context_usage"
  >;

/** Fields of a user line that the CLI wrote itself, each written by the versions that have it. */
export type NoteExtras = Pick<UserMessage, "isSynthetic" | "retracted_message_uuids" | "refused_message_id">;

type NoticeMessage =
  | SystemInformational
  | SystemModelFallback
  | SystemModelRefusalFallback
  | SystemModelRefusalNoFallback
  | SystemNotification;

/** The kinds of notices. */
export type NoticeSubtype = NoticeMessage["subtype"];

/** The fields of a notice between its head and its ids. */
export type NoticeFields<Subtype extends NoticeSubtype> = Omit<
  Extract<NoticeMessage, { readonly subtype: Subtype }>,
  "type" | "subtype" | "uuid" | "session_id"
>;

export interface TaskInfo {
  readonly taskId: string;
  readonly runId: string;
  readonly toolUseId: string;
  readonly type: "local_agent" | "local_bash";
  readonly description: string;
  readonly prompt?: string;
  readonly agentType?: string;
  readonly isBackground: boolean;
  readonly depth: number;
  readonly parentTaskId?: string;
}

/** What a task has used so far. */
export interface TaskUsage {
  readonly tokens: number;
  readonly toolUses: number;
  readonly durationMs: number;
}

/** An error of the API. `kind` is the name that the CLI uses: `unknown`, `authentication_failed`, `overloaded` … */
export interface ErrorInfo {
  readonly kind: string;
  readonly status?: number;
  /** The API's name for it, e.g. `invalid_request_error`. */
  readonly type?: string;
  /** `api_error` of 2.1.325: `usage_limit_reached`, `connection_failed` … */
  readonly code?: string;
  /** `api_error_params` of 2.1.325. */
  readonly params?: JsonObject;
}

/** The facts of a result line. */
export interface TurnInfo {
  readonly outcome:
    | {
        readonly kind: "success";
        readonly text: string;
        readonly isError: boolean;
        readonly structuredOutput?: Json;
        /** The call that a hook deferred. */
        readonly deferred?: { readonly id: string; readonly name: string; readonly input: Json };
        /** The error of the API that ended the turn; with it `terminal_reason` is `api_error` where the version has it. */
        readonly error?: ErrorInfo;
      }
    | { readonly kind: "interrupted"; readonly during: "streaming" | "tools" }
    | { readonly kind: "max-turns"; readonly limit: number }
    | { readonly kind: "max-budget"; readonly limit: number }
    | { readonly kind: "max-structured-retries"; readonly limit: number; readonly lastError?: string }
    | { readonly kind: "failed"; readonly errors: readonly string[] };
  /** `terminal_reason`, if it does not follow from the outcome; null leaves it out, as after local commands. */
  readonly terminalReason?: string | null;
  readonly stopReason: string | null;
  readonly turns: number;
  readonly durationMs: number;
  readonly apiDurationMs: number;
  readonly totalCostUsd: number;
  readonly usage: Usage;
  /** Of the whole process. */
  readonly modelUsage: Readonly<Record<string, Usage & { readonly costUsd: number }>>;
  readonly denials: readonly { readonly toolName: string; readonly toolUseId: string; readonly input: Json }[];
  readonly resultIndex: number;
  readonly userMessageUuids: readonly string[];
  /** Set if the end of a background task began the turn. */
  readonly origin?: { readonly kind: "task-notification"; readonly runId: string };
  /** The local command that the turn consisted of, without its slash. `terminalReason` is then null. */
  readonly localCommand?: string;
  /** @default none */
  readonly agents?: AgentStats;
  /** @default 0 */
  readonly safetyStops?: number;
  /** @default 0 */
  readonly queuedTurns?: number;
  readonly timeToRequestMs?: number;
  readonly timeToFirstTokenMs?: number;
  /** @default the turn's usage and the time now */
  readonly firstRequest?: {
    readonly sentAtMs: number;
    readonly inputTokens: number;
    readonly cacheReadInputTokens: number;
  };
  /** @default the difference to the last result of the same builder */
  readonly modelUsageSinceLastResult?: Readonly<Record<string, Usage & { readonly costUsd: number }>>;
}

/** Agents of the process so far. */
export interface AgentStats {
  readonly spawned: number;
  readonly requestedBackground?: number;
  readonly requestedForeground?: number;
  readonly requestedUnset?: number;
  readonly startedInBackground?: number;
  readonly maxDepth?: number;
  readonly spawnedByAgents?: number;
  readonly completed?: number;
  readonly failed?: number;
  readonly killedByUser?: number;
  readonly byType?: Readonly<Record<string, number>>;
}

/** The work of a sub-agent, for the result of the call that started it. */
export interface AgentReport {
  readonly agentId: string;
  readonly type: string;
  readonly model: string;
  /** True for the notice of the launch of an agent that works in the background. */
  readonly isAsync: boolean;
  readonly durationMs: number;
  readonly totalTokens: number;
  /** The tools it called, one name for each call. */
  readonly toolNames: readonly string[];
  /** Tools that its own agents called. */
  readonly nestedToolNames?: readonly string[];
  /** The usage of its last message, unless the CLI wrote that message. */
  readonly usage?: Usage;
  /** Whether the usage is as the API wrote it, with nothing added. @default false */
  readonly isUsagePlain?: boolean;
}

/** How a tool call ended. */
export interface ToolOutcome {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Json;
  readonly content: Json;
  readonly isError: boolean;
  /** `tool_use_result` from the scenario. @default derived from name, input and content */
  readonly structured?: Json;
  /** Of a call that started an agent; `content` is then the agent's own report. */
  readonly report?: AgentReport;
  /** Of a shell in the background. */
  readonly taskId?: string;
  /** Of an MCP tool. */
  readonly structuredContent?: Json;
  /** Why it did not run. */
  readonly refusal?: "rule" | "user" | "hook" | "interrupt" | "mode";
  /** What allowed it to run. */
  readonly permission?: "mode" | "rule" | "user" | "hook" | "read-only";
}

export interface McpServerInfo {
  readonly name: string;
  readonly status: string;
  /** `sdk` for a server in the host, otherwise where it was configured. @default `sdk` */
  readonly source?: string;
  /** The name that the server gives itself. @default `name` */
  readonly displayName?: string;
}

export interface SessionInfo {
  readonly cwd: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly apiKeySource: string;
  /** Tools beside the built-in ones: of MCP servers, in their order, and `StructuredOutput`. */
  readonly tools: readonly string[];
  /** `--permission-prompt-tool stdio`: newer versions offer the tools that ask only then. @default false */
  readonly asksHost?: boolean;
  /** @default `default` */
  readonly outputStyle?: string;
  /** The built-in tools that are available. @default all */
  readonly offeredTools?: readonly string[];
  /** Not offered at all. @default none */
  readonly disallowedTools?: readonly string[];
  readonly mcpServers: readonly McpServerInfo[];
  /** The host's agents; the built-in ones are added. */
  readonly agents: readonly string[];
  readonly additionalDirectories: readonly string[];
  readonly userMessageUuids: readonly string[];
}

export interface HookOutcome {
  readonly output: string;
  readonly exitCode: number;
  readonly isError: boolean;
  /** @default the output, unless it failed */
  readonly stdout?: string;
  /** @default the output, if it failed */
  readonly stderr?: string;
}

export interface CompactionDetails {
  readonly durationMs?: number;
  /** The message that stays as it is. */
  readonly preservedUuid?: string;
  readonly anchorUuid?: string;
  readonly logicalParentUuid?: string;
}

export interface PermissionCall {
  readonly name: string;
  readonly input: Json;
  readonly toolUseId: string;
  /** @default the input's own */
  readonly description?: string;
  /** @default from the input, for editing tools and simple shell commands */
  readonly blockedPath?: string;
  /** @default that a shell command needs approval */
  readonly decisionReason?: string;
  readonly decisionReasonType?: string;
  /** The settings whose rule asks. The request then has no other reason and suggests nothing. */
  readonly ruleSource?: string | undefined;
  /** The reason of a hook that asks. The request then suggests nothing. */
  readonly hookReason?: string | undefined;
}

export interface InitializeOptions {
  /** @default 1000 */
  readonly pid?: number;
  /** The host registered hooks. */
  readonly hasHooks?: boolean;
}
