// Counts the tokens of each turn, over all models and agents. The wire reports totals of the whole process, so a turn is the
// difference of two totals. Without totals, the turn's usage of the main agent counts.

import type { EventOf, ModelUsage, TokenUsage } from "@unspool/protocol";

export interface TurnTokens {
  readonly in: number;
  readonly out: number;
}

/** Returns a function to call with every `turn-end` event, in order. */
export function createTurnTokenCounter(): (
  end: Pick<EventOf<"turn-end">, "modelUsage" | "modelUsageAdded" | "mainAgentUsage">,
  /** Sum over the messages of the turn, for an end without usage, as in the documented streams. */
  ofMessages?: TurnTokens,
) => TurnTokens {
  let before: TurnTokens = { in: 0, out: 0 };
  return ({ modelUsage, modelUsageAdded, mainAgentUsage }, ofMessages = NONE) => {
    const models = Object.values(modelUsage);
    if (models.length === 0) return mainAgentUsage === undefined ? ofMessages : countTurn(mainAgentUsage);
    const now = sumModels(models);
    // `/clear` restarts the totals.
    const isReset = now.in < before.in || now.out < before.out;
    const turn = isReset ? now : { in: now.in - before.in, out: now.out - before.out };
    before = now;
    // A resumed session of 2.1.325 continues from the saved totals and reports what was added.
    return modelUsageAdded === undefined ? turn : sumModels(Object.values(modelUsageAdded));
  };
}

const NONE: TurnTokens = { in: 0, out: 0 };

function sumModels(models: readonly ModelUsage[]): TurnTokens {
  return models.map(countModel).reduce((sum, { in: input, out }) => ({ in: sum.in + input, out: sum.out + out }), NONE);
}

/** Missing fields and fields that are not numbers count as 0. */
function countModel(model: Partial<ModelUsage> | null): TurnTokens {
  const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens } = model ?? {};
  return {
    in: toNumber(inputTokens) + toNumber(cacheReadInputTokens) + toNumber(cacheCreationInputTokens),
    out: toNumber(outputTokens),
  };
}

function countTurn(usage: TokenUsage | undefined): TurnTokens {
  if (usage === undefined) return NONE;
  return { in: usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens, out: usage.outputTokens };
}

function toNumber(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
