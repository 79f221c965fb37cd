// Tokens and cost of the process, summed per model and never reduced. A turn has a sum of its own.

import { computeCost } from "../versions/models.ts";
import type { TurnInfo } from "../lines/lines.ts";
import type { ReplyDetails, Usage } from "../../scenario/types.ts";
import { ordinaryUsage } from "../../scenario/play/reply.ts";
import type { VersionOrdering } from "../versions/version-ordering.ts";

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationInputTokens: 0,
  cacheReadInputTokens: 0,
};

export function getReplyUsage(reply: ReplyDetails): Usage {
  return reply.usage === undefined ? ordinaryUsage : { ...ordinaryUsage, ...reply.usage };
}

/** Returns what an interrupted reply has cost: the input, and the one output token of its first event. */
export function toCutUsage(usage: Usage): Usage {
  return { ...usage, outputTokens: 1 };
}

/** Returns what a whole reply costs. 1.0.60 adds the output tokens of the first event to those of the last. */
export function toBilledUsage({ turnUsage }: VersionOrdering, usage: Usage): Usage {
  return turnUsage === "begun" ? { ...usage, outputTokens: usage.outputTokens + 1 } : usage;
}

export function addUsage(sum: Usage, usage: Usage): Usage {
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cacheCreationInputTokens: sum.cacheCreationInputTokens + usage.cacheCreationInputTokens,
    cacheReadInputTokens: sum.cacheReadInputTokens + usage.cacheReadInputTokens,
  };
}

export function subtractUsage(sum: Usage, usage: Usage): Usage {
  return {
    inputTokens: sum.inputTokens - usage.inputTokens,
    outputTokens: sum.outputTokens - usage.outputTokens,
    cacheCreationInputTokens: sum.cacheCreationInputTokens - usage.cacheCreationInputTokens,
    cacheReadInputTokens: sum.cacheReadInputTokens - usage.cacheReadInputTokens,
  };
}

export type ModelUsage = TurnInfo["modelUsage"];

export interface Accounting {
  readonly totalCostUsd: number;
  readonly modelUsage: ModelUsage;
  count(model: string, usage: Usage): void;
  /** Starts again at zero, for `/clear`. */
  reset(): void;
}

export function createAccounting(
  version: string,
  start: {
    readonly totalCostUsd: number;
    readonly modelUsage: ModelUsage;
  },
): Accounting {
  let total = start.totalCostUsd;
  let byModel: Record<string, Usage & { readonly costUsd: number }> = { ...start.modelUsage };
  return {
    get totalCostUsd() {
      return total;
    },
    get modelUsage() {
      return { ...byModel };
    },
    count(model, usage) {
      const cost = computeCost(model, usage, version);
      const before = byModel[model];
      total += cost;
      byModel[model] = { ...addUsage(before ?? noUsage, usage), costUsd: (before?.costUsd ?? 0) + cost };
    },
    reset() {
      total = 0;
      byModel = {};
    },
  };
}
