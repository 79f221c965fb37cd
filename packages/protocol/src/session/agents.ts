// Finds and replaces agents. An agent that was not announced is created from the tool call that must have started it.

import { asObject, asString } from "../wire/read.ts";
import { NEW_AGENT, type AgentState } from "./agent.ts";
import type { Draft } from "./state.ts";
import { isOpen } from "./tool-call.ts";

/** Returns the agent with this id. Creates it if it is unknown. */
export function getAgent(draft: Draft, id: string | null): AgentState {
  return id === null ? draft.main : (draft.agents.get(id) ?? newAgent(draft, id));
}

export function putAgent(draft: Draft, agent: AgentState): void {
  if (agent.id === null) draft.main = agent;
  else draft.agents = draft.agents.with(agent.id, agent);
}

function newAgent(draft: Draft, id: string): AgentState {
  const call = draft.toolCalls.get(id);
  const input = asObject(call?.input);
  const isAnswered = call !== undefined && !isOpen(call);
  // In transcripts, an agent's own file is read after the result of its call.
  const isCompleted = isAnswered && asObject(call.result?.structured)?.["status"] === "completed";
  const task = draft.tasks.get(call?.taskId ?? "");
  return {
    ...NEW_AGENT,
    id,
    parent: call?.agent ?? null,
    description: asString(input?.["description"]),
    agentType: asString(input?.["subagent_type"]),
    prompt: asString(input?.["prompt"]),
    taskId: task?.taskId,
    status: task?.status ?? (isCompleted ? "completed" : "running"),
    isBackgrounded: isAnswered && !isCompleted,
  };
}
