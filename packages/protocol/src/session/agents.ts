// Finding and replacing agents. One that nobody announced is made from the tool call that must have started it.

import type { TaskStatus } from "../translate/events.ts";
import { asObject, asString } from "../wire/read.ts";
import { NO_AGENT_YET, type AgentState } from "./agent-state.ts";
import type { SessionState } from "./state.ts";
import { isAlive } from "./task-state.ts";
import { isOpen } from "./tool-call.ts";

/** The agent with this id, known or new. */
export function agentOf(state: SessionState, id: string | null): AgentState {
  return id === null ? state.main : (state.agents.get(id) ?? newAgent(state, id));
}

/** The state with this agent in its place. */
export function putAgent(state: SessionState, agent: AgentState): SessionState {
  if (agent.id === null) return { ...state, main: agent };
  return { ...state, agents: state.agents.with(agent.id, agent) };
}

/** Makes sure that an agent is listed as soon as anything tells of it. */
export function listAgent(state: SessionState, id: string): SessionState {
  return state.agents.has(id) ? state : putAgent(state, newAgent(state, id));
}

/** Ends an agent, or brings it back. Nothing happens to one that is not known. */
export function setAgentStatus(state: SessionState, id: string | undefined, status: TaskStatus): SessionState {
  const agent = id === undefined ? undefined : state.agents.get(id);
  if (agent === undefined || agent.status === status) return state;
  const next = putAgent(state, { ...agent, status });
  if (isAlive(status)) return next;
  const requests = next.requests.filter((request) => request.agent !== agent.id);
  return requests.length === next.requests.length ? next : { ...next, requests };
}

function newAgent(state: SessionState, id: string): AgentState {
  const call = state.toolCalls.get(id);
  const input = asObject(call?.input);
  return {
    ...NO_AGENT_YET,
    id,
    parent: call?.agent ?? null,
    description: asString(input?.["description"]),
    agentType: asString(input?.["subagent_type"]),
    prompt: asString(input?.["prompt"]),
    status: "running",
    isBackgrounded: call !== undefined && !isOpen(call.status),
  };
}
