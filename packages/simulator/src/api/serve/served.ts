// The log of served answers, block by block. A recording of the CLI's stream is compared with it.

import type { JsonObject } from "../../json.ts";
import type { Usage } from "../../scenario/types.ts";

export type ServedAgent =
  | { readonly type: "main" }
  /** A sub-agent, with the call that started it and its prompt. */
  | { readonly type: "agent"; readonly toolUseId: string; readonly prompt: string };

/**
 * How far an answer came. `open`: still being served. `whole`: complete. `cut`: the client disconnected. `hung`: the scenario
 * let it hang until the client disconnected. `broken`: the scenario broke the connection. `refused`: an error.
 */
export type Reach = "open" | "whole" | "cut" | "hung" | "broken" | "refused";

export interface ServedAnswer {
  /** The `request-id` header. */
  readonly requestId: string;
  /** `side`: outside the conversation (title, warm-up …); `summary`: for a compaction; `notice`: after the end of a task. */
  readonly purpose: "turn" | "notice" | "summary" | "side";
  readonly agent: ServedAgent;
  /** Name of the reply, the same for all attempts. */
  readonly reply: string | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly messageId: string | undefined;
  /** Blocks whose start was served. */
  readonly blocks: readonly ServedBlock[];
  readonly reach: Reach;
  /** Status of the response. */
  readonly status: number;
  readonly stopReason: string | undefined;
  readonly usage: Usage | undefined;
}

export interface ServedBlock {
  readonly index: number;
  /** The whole block, even if only a part of it was served. */
  readonly block: JsonObject;
  /** The served part of a tool's input, as text. */
  readonly rawInput?: string;
  /** Number of served pieces. */
  readonly pieces: number;
  readonly isWhole: boolean;
}

/** Summary of a request, for tests. */
export interface ReceivedRequest {
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

/** A list that drops its oldest items. */
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
