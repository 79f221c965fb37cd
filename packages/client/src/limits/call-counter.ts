// Counts the tool calls of all agents. The stream may lack calls of an agent in the background (2.1.74), but its task
// reports how many tools it has used. The higher of the two counts is right.

import type { TaskEndEvent, TaskProgressEvent, ToolCallStartEvent } from "@unspool/protocol";

export interface CallCounter {
  readonly count: number;
  add(event: ToolCallStartEvent): void;
  hear(event: TaskProgressEvent | TaskEndEvent): void;
}

/** Agents that are remembered. The oldest are forgotten first, and their calls stay counted. */
const MAX_AGENTS = 1024;

export function createCallCounter(): CallCounter {
  let count = 0;
  const agents = new Map<string, { seen: number; told: number }>();
  const getAgent = (id: string): { seen: number; told: number } => {
    const known = agents.get(id);
    if (known !== undefined) return known;
    if (agents.size === MAX_AGENTS) agents.delete(agents.keys().next().value as string);
    const agent = { seen: 0, told: 0 };
    agents.set(id, agent);
    return agent;
  };
  return {
    get count() {
      return count;
    },
    add({ agent: id }) {
      if (id === null) {
        count += 1;
        return;
      }
      const agent = getAgent(id);
      agent.seen += 1;
      if (agent.seen > agent.told) count += 1;
    },
    hear({ toolUseId, usage }) {
      if (toolUseId === undefined || usage === undefined) return;
      const agent = getAgent(toolUseId);
      if (!(usage.toolUses > agent.told)) return;
      count += Math.max(0, usage.toolUses - Math.max(agent.seen, agent.told));
      agent.told = usage.toolUses;
    },
  };
}
