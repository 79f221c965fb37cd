// The log of what was really served, block by block: what a recording of the CLI's stream is compared with.

import type { JsonObject } from "../json.ts";
import type { Usage } from "../scenario/types.ts";

export type AgentOfAnswer =
  | { readonly type: "main" }
  /** A sub-agent: the call that started it and the prompt it was given. */
  | { readonly type: "agent"; readonly toolUseId: string; readonly prompt: string };

/**
 * How far an answer came. `open`: still being served. `whole`: to its end. `cut`: the client went away. `hung`: the
 * scenario let it hang, and then the client went away. `broken`: the scenario cut the connection. `refused`: an error.
 */
export type Reach = "open" | "whole" | "cut" | "hung" | "broken" | "refused";

export interface ServedAnswer {
  /** The `request-id` header. */
  readonly requestId: string;
  /** `side`: beside the conversation (title, warm-up …); `summary`: for a compaction; `notice`: a task had ended. */
  readonly purpose: "turn" | "notice" | "summary" | "side";
  readonly agent: AgentOfAnswer;
  /** Which reply it is, the same for all attempts. */
  readonly reply: string | undefined;
  /** From 1. */
  readonly attempt: number;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly messageId: string | undefined;
  /** Those of which at least the beginning was served. */
  readonly blocks: readonly ServedBlock[];
  readonly reach: Reach;
  /** Of the response. */
  readonly status: number;
  readonly stopReason: string | undefined;
  readonly usage: Usage | undefined;
}

export interface ServedBlock {
  readonly index: number;
  /** The whole block as the API has it, also when only a part of it was served. */
  readonly block: JsonObject;
  /** The bytes of a tool's input, as far as they were served. */
  readonly rawInput?: string;
  /** How many pieces were served. */
  readonly pieces: number;
  readonly isWhole: boolean;
}

/** What was asked, in short, for authors of tests. */
export interface AskedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly model: string | undefined;
  readonly isStreamed: boolean;
  readonly messages: number;
  /** The last text of the last user entry. */
  readonly lastUserText: string | undefined;
  readonly tools: readonly string[];
  readonly system: readonly string[];
}

/** A list that forgets its oldest items. */
export interface BoundedLog<T> {
  readonly items: readonly T[];
  add(item: T): void;
}

export function createBoundedLog<T>(maxItems: number): BoundedLog<T> {
  const items: T[] = [];
  return {
    items,
    add(item) {
      if (items.length >= maxItems) items.shift();
      items.push(item);
    },
  };
}
