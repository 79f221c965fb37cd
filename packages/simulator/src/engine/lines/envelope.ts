// The fields around the message of every line that an agent may write, and their order in assistant lines.

import type { AssistantMessage } from "@unspool/protocol/wire";
import { formatTimestamp, type Draft, type LineContext } from "./context.ts";
import type { AgentInfo } from "./lines.ts";

/** User lines have the same fields. */
type Envelope = Pick<AssistantMessage, "parent_tool_use_id" | "agent_id" | "session_id" | "uuid" | "timestamp">;
type AgentLabels = Pick<AssistantMessage, "subagent_type" | "task_description">;

/**
 * Returns the fields after the message. `timed` is the feature that adds a timestamp: user and assistant lines got it in
 * different versions.
 */
export function createEnvelope(
  { quirks, identity, sessionId }: LineContext,
  agent: AgentInfo | undefined,
  timed: "hasAssistantTimestamp" | "hasUserTimestamp",
): Draft<Envelope> {
  return {
    parent_tool_use_id: agent?.toolUseId ?? null,
    agent_id: quirks.has("hasAgentId") ? agent?.agentId : undefined,
    session_id: sessionId,
    uuid: identity.uuid(),
    timestamp: quirks.has(timed) ? formatTimestamp(identity) : undefined,
  };
}

/** Returns the labels of the agent, which are the last fields of a line. */
export function getAgentLabels({ quirks }: LineContext, agent: AgentInfo | undefined): AgentLabels {
  if (agent === undefined || !quirks.has("hasAgentLabels")) return {};
  return { subagent_type: agent.type, task_description: agent.description };
}

export const ASSISTANT_ORDER: readonly (keyof AssistantMessage)[] = [
  "type",
  "message",
  "parent_tool_use_id",
  "agent_id",
  "local_command_source",
  "session_id",
  "uuid",
  "timestamp",
  "error",
  "request_id",
  "is_api_error_message",
  "api_error_status",
  "api_error",
  "api_error_params",
  "api_error_type",
  "refused_message_id",
  "aborted",
  "supersedes",
  "tool_use_meta",
  "thinking_duration_ms",
  "thinking_display",
  "context_usage",
  "local_command_run",
  "subagent_type",
  "task_description",
  "user_message_uuid",
  "user_message_uuids",
];

export function createAssistantEnvelope(
  context: LineContext,
  agent: AgentInfo | undefined,
): Draft<Envelope & AgentLabels> {
  return { ...createEnvelope(context, agent, "hasAssistantTimestamp"), ...getAgentLabels(context, agent) };
}
