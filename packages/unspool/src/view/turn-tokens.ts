// Tokens of each turn, all models and agents together. The wire counts them for the whole process, so a turn is a
// difference; where it does not, the turn's own figures of the main agent have to do.

import type { EventOf, ModelUsage, TokenUsage } from "@unspool/protocol";

export interface TurnTokens {
  readonly in: number;
  readonly out: number;
}

/** @returns to be called with each end of a turn, in order */
export function createTurnTokens(): (
  end: Pick<EventOf<"turn-end">, "modelUsage" | "modelUsageAdded" | "usage">,
  /** Sum over the messages of the turn, for an end that tells none, as that of the documented streams. */
  ofMessages?: TurnTokens,
) => TurnTokens {
  let before: TurnTokens = { in: 0, out: 0 };
  return ({ modelUsage, modelUsageAdded, usage }, ofMessages = NONE) => {
    const models = Object.values(modelUsage);
    if (models.length === 0) return usage === undefined ? ofMessages : ofTurn(usage);
    const now = sumOf(models);
    // `/clear` begins to count anew.
    const isReset = now.in < before.in || now.out < before.out;
    const turn = isReset ? now : { in: now.in - before.in, out: now.out - before.out };
    before = now;
    // A resumed session of 2.1.325 goes on counting from what was saved, and tells what is new.
    return modelUsageAdded === undefined ? turn : sumOf(Object.values(modelUsageAdded));
  };
}

const NONE: TurnTokens = { in: 0, out: 0 };

function sumOf(models: readonly ModelUsage[]): TurnTokens {
  return models.map(ofModel).reduce((sum, { in: input, out }) => ({ in: sum.in + input, out: sum.out + out }), NONE);
}

/** Fields that a stream left out, or that are no numbers, count nothing. */
function ofModel(model: Partial<ModelUsage> | null): TurnTokens {
  const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens } = model ?? {};
  return {
    in: number(inputTokens) + number(cacheReadInputTokens) + number(cacheCreationInputTokens),
    out: number(outputTokens),
  };
}

function ofTurn(usage: TokenUsage | undefined): TurnTokens {
  if (usage === undefined) return NONE;
  return { in: usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens, out: usage.outputTokens };
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
