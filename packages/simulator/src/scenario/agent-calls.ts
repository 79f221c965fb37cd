// Every call in a scenario that starts a sub-agent, wherever it is nested.

import { isToolBlock, plainReply } from "./reply.ts";
import type { AgentScript, Reply, Scenario, ToolBlock } from "./types.ts";

export interface AgentCall {
  /** The call's `input.prompt`. */
  readonly prompt: string;
  readonly agent: AgentScript;
  readonly call: ToolBlock;
}

/** In the order of the scenario; an agent's own calls follow it. */
export function agentCallsOf(scenario: Scenario): readonly AgentCall[] {
  const lists = scenario.turns.flatMap((turn) => [turn.replies, ...(turn.notices ?? [])]);
  return [...lists, scenario.otherwise ?? []].flatMap(callsIn);
}

function callsIn(replies: readonly Reply[]): readonly AgentCall[] {
  return replies
    .flatMap((reply) => plainReply(reply).blocks)
    .filter(isToolBlock)
    .flatMap((call) => {
      const { agent } = call;
      return agent === undefined ? [] : [{ prompt: promptOf(call), agent, call }, ...callsIn(agent.replies)];
    });
}

function promptOf({ input }: ToolBlock): string {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const prompt = isObject ? (input as { readonly prompt?: unknown }).prompt : undefined;
  return typeof prompt === "string" ? prompt : "";
}
