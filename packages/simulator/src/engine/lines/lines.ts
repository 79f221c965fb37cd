// The shapes of the lines that a CLI writes, one function per kind. Each gives a whole wire message in the manner of the
// version imitated, or undefined where that version writes no such line. Order is the engine's business, shape is ours.

import type { Json, JsonObject } from "../../json.ts";
import type { Elicitation } from "../../scenario/types.ts";

import type {
  AgentOfLine,
  CompactionDetails,
  ErrorOfLine,
  HookOutcome,
  InitializeOptions,
  MessageOfLine,
  PermissionCall,
  SessionOfLine,
  TaskOfLine,
  ToolOutcome,
  TurnOfLine,
} from "./line-facts.ts";

export type {
  AgentOfLine,
  AgentReport,
  AgentStats,
  CompactionDetails,
  ErrorOfLine,
  HookOutcome,
  InitializeOptions,
  McpServerOfLine,
  MessageOfLine,
  PermissionCall,
  SessionOfLine,
  TaskOfLine,
  ToolOutcome,
  TurnOfLine,
  UsageOfLine,
} from "./line-facts.ts";

export type Line = JsonObject;
export type MaybeLine = Line | undefined;

export interface Lines {
  init(session: SessionOfLine): Line;
  /** `requesting`, `compacting` or null. `more`: `compact_result`, `permissionMode`, `user_message_uuids`. */
  status(status: string | null, more?: JsonObject): MaybeLine;
  /** What a hook said of the call that a resumed session goes on with. */
  attachment(attachment: JsonObject): Line;
  commandLifecycle(commandUuid: string, state: "queued" | "started" | "completed" | "cancelled"): MaybeLine;
  sessionState(state: "idle" | "running" | "requires_action", whom: "everybody" | "host"): MaybeLine;
  thinkingTokens(tokens: number, delta: number, userMessageUuid?: string): MaybeLine;

  /** An event of the Messages API, wrapped; `more` stands beside it, as `abandoned_blocks`. */
  streamEvent(event: JsonObject, message: MessageOfLine, more?: JsonObject): Line;
  /** One finished block. */
  assistant(message: MessageOfLine, block: JsonObject, agent: AgentOfLine | undefined, more?: JsonObject): Line;
  /**
   * The CLI's own words in the model's place: an API error, the output of a local command. `more`: `stop_reason` and
   * `stop_details` of the message; `request_id`, `refused_message_id`, `local_command_source`, `local_command_run` and
   * `context_usage` of the line, each in versions that have it.
   */
  synthetic(text: string, error: ErrorOfLine | undefined, more?: JsonObject, agent?: AgentOfLine): Line;

  toolResult(outcome: ToolOutcome, agent: AgentOfLine | undefined): Line;
  /** A user line that is not the human's: interruption, hook feedback, continuation. */
  userNote(text: string, more?: JsonObject): Line;
  userReplay(content: Json, uuid: string | undefined): Line;
  /** The prompt of a sub-agent that works in the foreground. */
  agentPrompt(prompt: string, agent: AgentOfLine): MaybeLine;
  compactSummary(text: string): Line;
  commandOutput(text: string): Line;

  taskStarted(task: TaskOfLine): MaybeLine;
  taskProgress(
    task: TaskOfLine,
    usage: { tokens: number; toolUses: number; durationMs: number },
    tool: { name: string; description: string },
  ): MaybeLine;
  taskUpdated(task: TaskOfLine, status: "completed" | "failed" | "killed", error?: string): MaybeLine;
  taskNotification(
    task: TaskOfLine,
    status: "completed" | "failed" | "stopped",
    summary: string,
    usage: { tokens: number; toolUses: number; durationMs: number },
  ): MaybeLine;
  tasksChanged(tasks: readonly TaskOfLine[]): MaybeLine;

  retry(attempt: number, maxRetries: number, delayMs: number, status: number | null, error: string): MaybeLine;
  rateLimit(info: JsonObject): MaybeLine;
  compactBoundary(trigger: "manual" | "auto", preTokens: number, postTokens: number, more?: CompactionDetails): Line;
  /** `reasonType`: `rule`, or `subcommandResults` for a shell; none where nobody could be asked. */
  permissionDenied(toolName: string, toolUseId: string, reason: string, reasonType?: string): MaybeLine;
  /** Any other system line, in versions that have it: `informational`, `notification` … */
  system(subtype: string, fields: JsonObject): MaybeLine;
  /** `/clear`; the session goes on under the new id. */
  conversationReset(newSessionId: string, userMessageUuid: string): MaybeLine;
  hookStarted(hookId: string, name: string, event: string): MaybeLine;
  hookProgress(hookId: string, name: string, event: string, outcome: HookOutcome): MaybeLine;
  hookResponse(hookId: string, name: string, event: string, outcome: HookOutcome): MaybeLine;

  /** Without suggestions, those that the version makes for such a call. */
  canUseTool(
    requestId: string,
    call: PermissionCall,
    agent: AgentOfLine | undefined,
    suggestions: readonly Json[],
  ): Line;
  hookCallback(requestId: string, callbackId: string, input: JsonObject, toolUseId: string | undefined): Line;
  mcpMessage(requestId: string, serverName: string, message: JsonObject): Line;
  elicitation(requestId: string, serverName: string, asked: Elicitation): Line;
  cancelRequest(requestId: string): Line;
  answer(requestId: string | undefined, response: JsonObject | undefined): Line;
  /** The whole answer to `initialize`; 2.1.325 puts open questions beside the response. */
  answerInitialize(requestId: string | undefined, session: SessionOfLine, options?: InitializeOptions): Line;
  refuse(requestId: string | undefined, error: string, code?: string): Line;
  /** What `initialize` answers. */
  initializeResponse(session: SessionOfLine, options?: InitializeOptions): JsonObject;

  result(turn: TurnOfLine): Line;
}
