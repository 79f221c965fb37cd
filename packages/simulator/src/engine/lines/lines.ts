// The line builder: one function per kind of line. Each returns a whole wire message of the version, or `undefined` if
// the version writes no such line. The engine decides the order of lines, the builder their shape.

import type {
  AttachmentMessage,
  ContentBlock,
  HookInput,
  JsonRpcMessage,
  PermissionUpdate,
  RateLimitInfo,
  StreamEvent,
  SystemStatus,
} from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../json.ts";
import type { Elicitation } from "../../scenario/types.ts";

import type {
  AgentInfo,
  AssistantExtras,
  CompactionDetails,
  ErrorInfo,
  HookOutcome,
  InitializeOptions,
  MessageInfo,
  NoteExtras,
  NoticeFields,
  NoticeSubtype,
  PermissionCall,
  SessionInfo,
  StreamExtras,
  SyntheticExtras,
  TaskInfo,
  TaskUsage,
  ToolOutcome,
  TurnInfo,
} from "./line-facts.ts";

export type {
  AgentInfo,
  AgentReport,
  AgentStats,
  AssistantExtras,
  CompactionDetails,
  ErrorInfo,
  HookOutcome,
  InitializeOptions,
  McpServerInfo,
  MessageInfo,
  NoteExtras,
  NoticeFields,
  NoticeSubtype,
  PermissionCall,
  SessionInfo,
  StreamExtras,
  SyntheticExtras,
  TaskInfo,
  TaskUsage,
  ToolOutcome,
  TurnInfo,
} from "./line-facts.ts";

export type Line = JsonObject;
export type MaybeLine = Line | undefined;

export interface LineBuilder {
  init(session: SessionInfo): Line;
  status(
    status: SystemStatus["status"],
    more?: Pick<SystemStatus, "compact_result" | "compact_error" | "permissionMode" | "user_message_uuids">,
  ): MaybeLine;
  /** A hook's decision about the call that a resumed session goes on with. */
  attachment(attachment: AttachmentMessage["attachment"]): Line;
  commandLifecycle(commandUuid: string, state: "queued" | "started" | "completed" | "cancelled"): MaybeLine;
  sessionState(state: "idle" | "running" | "requires_action", whom: "everybody" | "host"): MaybeLine;
  thinkingTokens(tokens: number, delta: number, userMessageUuid?: string): MaybeLine;

  /** An event of the Messages API. */
  streamEvent(event: StreamEvent, message: MessageInfo, more?: StreamExtras): Line;
  /** One finished block. */
  assistant(message: MessageInfo, block: ContentBlock, agent: AgentInfo | undefined, more?: AssistantExtras): Line;
  /** A text of the CLI in the model's place: an API error, the output of a local command. */
  synthetic(text: string, error: ErrorInfo | undefined, more?: SyntheticExtras, agent?: AgentInfo): Line;

  toolResult(outcome: ToolOutcome, agent: AgentInfo | undefined): Line;
  /** A user line that the CLI wrote itself: interruption, hook feedback, continuation. */
  userNote(text: string, more?: NoteExtras): Line;
  userReplay(content: Json, uuid: string | undefined): Line;
  /** The prompt of a sub-agent that works in the foreground. */
  agentPrompt(prompt: string, agent: AgentInfo): MaybeLine;
  compactSummary(text: string): Line;
  commandOutput(text: string): Line;

  taskStarted(task: TaskInfo): MaybeLine;
  taskProgress(task: TaskInfo, usage: TaskUsage, tool: { name: string; description: string }): MaybeLine;
  taskUpdated(task: TaskInfo, status: "completed" | "failed" | "killed", error?: string): MaybeLine;
  taskNotification(
    task: TaskInfo,
    status: "completed" | "failed" | "stopped",
    summary: string,
    usage: TaskUsage,
  ): MaybeLine;
  tasksChanged(tasks: readonly TaskInfo[]): MaybeLine;

  retry(attempt: number, maxRetries: number, delayMs: number, status: number | null, error: string): MaybeLine;
  rateLimit(info: RateLimitInfo): MaybeLine;
  compactBoundary(trigger: "manual" | "auto", preTokens: number, postTokens: number, more?: CompactionDetails): Line;
  /** `reasonType` is `rule`, or `subcommandResults` for a shell. It is absent without a host to ask. */
  permissionDenied(toolName: string, toolUseId: string, reason: string, reasonType?: string): MaybeLine;
  /** A notice, in versions that have it. */
  system<Subtype extends NoticeSubtype>(subtype: Subtype, fields: NoticeFields<Subtype>): MaybeLine;
  /** The line of `/clear`. The session goes on under the new id. */
  conversationReset(newSessionId: string, userMessageUuid: string): MaybeLine;
  hookStarted(hookId: string, name: string, event: string): MaybeLine;
  hookProgress(hookId: string, name: string, event: string, outcome: HookOutcome): MaybeLine;
  hookResponse(hookId: string, name: string, event: string, outcome: HookOutcome): MaybeLine;

  /** Without suggestions, uses those that the version makes for such a call. */
  canUseTool(
    requestId: string,
    call: PermissionCall,
    agent: AgentInfo | undefined,
    suggestions: readonly PermissionUpdate[],
  ): Line;
  hookCallback(requestId: string, callbackId: string, input: HookInput, toolUseId: string | undefined): Line;
  mcpMessage(requestId: string, serverName: string, message: JsonRpcMessage): Line;
  elicitation(requestId: string, serverName: string, asked: Elicitation): Line;
  cancelRequest(requestId: string): Line;
  answer(requestId: string | undefined, response: JsonObject | undefined): Line;
  /** The whole answer to `initialize`; 2.1.325 puts pending requests beside the response. */
  answerInitialize(requestId: string | undefined, session: SessionInfo, options?: InitializeOptions): Line;
  refuse(requestId: string | undefined, error: string, code?: string): Line;
  /** The response to `initialize`. */
  initializeResponse(session: SessionInfo, options?: InitializeOptions): JsonObject;

  result(turn: TurnInfo): Line;
}
