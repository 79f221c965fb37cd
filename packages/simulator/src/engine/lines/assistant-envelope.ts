// What stands around the message of every assistant line, and in which order.

import type { JsonObject } from "../../json.ts";
import type { LineContext } from "./context.ts";
import { agentLabels, envelope } from "./envelope.ts";
import type { AgentOfLine } from "./lines.ts";

export const ASSISTANT_ORDER: readonly string[] = [
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

export function assistantEnvelope(context: LineContext, agent: AgentOfLine | undefined): JsonObject {
  return { ...envelope(context, agent, "hasAssistantTimestamp"), ...agentLabels(context, agent) };
}
