// Sub-agents that were called and have sent no request yet. An agent's first request has the prompt of its call, but not the
// call's id.

import { isObject } from "@unspool/protocol/kit";
import type { Json } from "../../json.ts";
import type { TurnScript } from "../../scenario/play/script.ts";
import type { ReplyState } from "./turn-state.ts";

export interface PendingAgent {
  readonly prompt: string;
  readonly toolUseId: string;
  readonly script: TurnScript;
  readonly calledBy: ReplyState;
}

export interface PendingAgents {
  add(agent: PendingAgent): void;
  /** Whether an agent with exactly this prompt is pending. */
  has(prompt: string): boolean;
  /** Takes the first agent with this prompt; with `inside`, also one whose prompt is a part of the text. */
  take(text: string, inside: boolean): PendingAgent | undefined;
  /** Drops the agents of an earlier attempt, since the CLI has discarded its calls. */
  drop(calledBy: ReplyState): void;
}

export function createPendingAgents(): PendingAgents {
  let waiting: readonly PendingAgent[] = [];
  const findExact = (text: string): PendingAgent | undefined =>
    waiting.find(({ prompt }) => prompt.trim() === text.trim());
  const findPart = (text: string): PendingAgent | undefined =>
    waiting
      .filter(({ prompt }) => prompt.trim() !== "" && text.includes(prompt.trim()))
      .toSorted((left, right) => right.prompt.length - left.prompt.length)[0];
  return {
    add(agent) {
      waiting = [...waiting, agent];
    },
    has: (prompt) => findExact(prompt) !== undefined,
    take(text, inside) {
      const found = findExact(text) ?? (inside ? findPart(text) : undefined);
      waiting = waiting.filter((agent) => agent !== found);
      return found;
    },
    drop(calledBy) {
      waiting = waiting.filter((agent) => agent.calledBy !== calledBy);
    },
  };
}

/** Returns the prompt of a call that starts an agent. */
export function readPrompt(input: Json): string {
  const prompt = isObject(input) ? input["prompt"] : undefined;
  return typeof prompt === "string" ? prompt : "";
}
