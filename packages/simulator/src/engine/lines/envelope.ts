// What stands around the message of every line that an agent may have written.

import type { JsonObject } from "../../json.ts";
import { timestampOf, type LineContext } from "./context.ts";
import type { AgentOfLine } from "./lines.ts";

/** `timed` says whether such lines have a time in a version: they got one at different times. */
export function envelope(
  { manners, identity, sessionId }: LineContext,
  agent: AgentOfLine | undefined,
  timed: "hasAssistantTimestamp" | "hasUserTimestamp",
): JsonObject {
  return {
    parent_tool_use_id: agent?.toolUseId ?? null,
    ...(agent !== undefined && manners.has("hasAgentId") ? { agent_id: agent.agentId } : {}),
    session_id: sessionId,
    uuid: identity.uuid(),
    ...(manners.has(timed) ? { timestamp: timestampOf(identity) } : {}),
  };
}

/** Behind everything else on the line. */
export function agentLabels({ manners }: LineContext, agent: AgentOfLine | undefined): JsonObject {
  if (agent === undefined || !manners.has("hasAgentLabels")) return {};
  return { subagent_type: agent.type, task_description: agent.description };
}
