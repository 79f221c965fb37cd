// Sub-agents that were called and have not asked yet. An agent's first request holds the prompt of its call and nothing
// that names the call.

import type { Json } from "../json.ts";
import type { TurnScript } from "../scenario/script.ts";
import type { Attempted } from "./turn-state.ts";

export interface PendingAgent {
  readonly prompt: string;
  readonly toolUseId: string;
  readonly script: TurnScript;
  readonly calledBy: Attempted;
}

export interface PendingAgents {
  add(agent: PendingAgent): void;
  /** Whether one waits with exactly this prompt. */
  has(prompt: string): boolean;
  /** The first one called with this prompt; with `inside`, also one whose prompt is a part of the text. */
  take(text: string, inside: boolean): PendingAgent | undefined;
  /** Forgets those of an earlier attempt: the CLI threw its calls away. */
  drop(calledBy: Attempted): void;
}

export function createPendingAgents(): PendingAgents {
  let waiting: readonly PendingAgent[] = [];
  const exact = (text: string): PendingAgent | undefined => waiting.find(({ prompt }) => prompt.trim() === text.trim());
  const part = (text: string): PendingAgent | undefined =>
    waiting
      .filter(({ prompt }) => prompt.trim() !== "" && text.includes(prompt.trim()))
      .toSorted((left, right) => right.prompt.length - left.prompt.length)[0];
  return {
    add(agent) {
      waiting = [...waiting, agent];
    },
    has: (prompt) => exact(prompt) !== undefined,
    take(text, inside) {
      const found = exact(text) ?? (inside ? part(text) : undefined);
      waiting = waiting.filter((agent) => agent !== found);
      return found;
    },
    drop(calledBy) {
      waiting = waiting.filter((agent) => agent.calledBy !== calledBy);
    },
  };
}

/** The prompt of a call that starts an agent. */
export function promptOf(input: Json): string {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const prompt = isObject ? (input as { readonly prompt?: Json }).prompt : undefined;
  return typeof prompt === "string" ? prompt : "";
}
