// Tokens and money of the process: added up per model, never taken back. A turn has a tally of its own.

import { costOf } from "./lines/models.ts";
import type { TurnOfLine, UsageOfLine } from "./lines/lines.ts";
import type { ReplyDetails } from "../scenario/types.ts";
import { ordinaryUsage } from "../scenario/usage.ts";
import type { OrderManners } from "./manners-order.ts";

export const noUsage: UsageOfLine = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationInputTokens: 0,
  cacheReadInputTokens: 0,
};

export function usageOf(reply: ReplyDetails): UsageOfLine {
  return reply.usage === undefined ? ordinaryUsage : { ...ordinaryUsage, ...reply.usage };
}

/** What a cut answer has cost: the input, and the one token that its first event tells. */
export function usageOfCut(usage: UsageOfLine): UsageOfLine {
  return { ...usage, outputTokens: 1 };
}

/** What a whole answer costs. 1.0.60 counts the output that its first event tells beside that of its last. */
export function billedUsage({ turnUsage }: OrderManners, usage: UsageOfLine): UsageOfLine {
  return turnUsage === "begun" ? { ...usage, outputTokens: usage.outputTokens + 1 } : usage;
}

export function addUsage(sum: UsageOfLine, usage: UsageOfLine): UsageOfLine {
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cacheCreationInputTokens: sum.cacheCreationInputTokens + usage.cacheCreationInputTokens,
    cacheReadInputTokens: sum.cacheReadInputTokens + usage.cacheReadInputTokens,
  };
}

export function subtractUsage(sum: UsageOfLine, usage: UsageOfLine): UsageOfLine {
  return {
    inputTokens: sum.inputTokens - usage.inputTokens,
    outputTokens: sum.outputTokens - usage.outputTokens,
    cacheCreationInputTokens: sum.cacheCreationInputTokens - usage.cacheCreationInputTokens,
    cacheReadInputTokens: sum.cacheReadInputTokens - usage.cacheReadInputTokens,
  };
}

export type ModelUsage = TurnOfLine["modelUsage"];

export interface Accounting {
  readonly totalCostUsd: number;
  readonly modelUsage: ModelUsage;
  count(model: string, usage: UsageOfLine): void;
  /** `/clear` begins anew. */
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
  let byModel: Record<string, UsageOfLine & { readonly costUsd: number }> = { ...start.modelUsage };
  return {
    get totalCostUsd() {
      return total;
    },
    get modelUsage() {
      return { ...byModel };
    },
    count(model, usage) {
      const cost = costOf(model, usage, version);
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
