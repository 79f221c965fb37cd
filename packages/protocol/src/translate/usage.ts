// Token usage of one message or turn. A message is reported several times with growing figures, so the highest value of
// each figure is used, once.

import { isEqualJson } from "../wire/equal.ts";
import type { Json } from "../wire/json.ts";
import { asNumber, asObject } from "../wire/read.ts";

/** Tokens of one message or turn. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
}

export const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

/** Reads the API's `usage` object. Returns undefined if there is none. */
export function readUsage(value: unknown): TokenUsage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  return {
    inputTokens: asNumber(usage["input_tokens"]) ?? 0,
    outputTokens: asNumber(usage["output_tokens"]) ?? 0,
    cacheReadTokens: asNumber(usage["cache_read_input_tokens"]) ?? 0,
    cacheCreationTokens: asNumber(usage["cache_creation_input_tokens"]) ?? 0,
  };
}

/** Returns the higher value of each figure. */
export function highestUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): TokenUsage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return combineUsage(left, right, Math.max);
}

export function isSameUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): boolean {
  return isEqualJson(left as unknown as Json, right as unknown as Json);
}

export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return combineUsage(left, right, (a, b) => a + b);
}

export function subtractUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return combineUsage(left, right, (a, b) => a - b);
}

function combineUsage(left: TokenUsage, right: TokenUsage, combine: (a: number, b: number) => number): TokenUsage {
  return {
    inputTokens: combine(left.inputTokens, right.inputTokens),
    outputTokens: combine(left.outputTokens, right.outputTokens),
    cacheReadTokens: combine(left.cacheReadTokens, right.cacheReadTokens),
    cacheCreationTokens: combine(left.cacheCreationTokens, right.cacheCreationTokens),
  };
}
