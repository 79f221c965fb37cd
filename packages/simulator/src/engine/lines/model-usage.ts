// `modelUsage` of a result: what each model used and cost, since the process began or since the last result.

import type { JsonObject } from "../../json.ts";
import type { Manners } from "../manners.ts";
import { arrange } from "./context.ts";
import type { TurnOfLine, UsageOfLine } from "./lines.ts";
import { canonicalModel, contextWindowOf, costOf, maxOutputTokensOf } from "./models.ts";

export type ModelUsages = TurnOfLine["modelUsage"];

/** What was read back from a transcript keeps the transcript's order of keys. */
const RESTORED_ORDER = [
  "inputTokens",
  "outputTokens",
  "thinkingTokens",
  "cacheReadInputTokens",
  "cacheCreationInputTokens",
  "cacheCreationEphemeral5mInputTokens",
  "cacheCreationEphemeral1hInputTokens",
];

export function modelUsage(
  manners: Manners,
  usages: ModelUsages,
  restored: ReadonlySet<string> = new Set(),
): JsonObject {
  const entries = Object.entries(usages).map(([model, usage]) => {
    const tokens = {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cacheReadInputTokens: usage.cacheReadInputTokens,
      cacheCreationInputTokens: usage.cacheCreationInputTokens,
      webSearchRequests: 0,
      costUSD: usage.costUsd,
      contextWindow: contextWindowOf(manners, model),
    };
    const limit = { maxOutputTokens: maxOutputTokensOf(manners, model) };
    const thinking = { thinkingTokens: 0 };
    const ephemeral = { cacheCreationEphemeral5mInputTokens: 0, cacheCreationEphemeral1hInputTokens: 0 };
    const basis = { canonicalModel: canonicalModel(model), provider: "firstParty", costBasis: "list" };
    const written = manners.choose<JsonObject>({
      "1.0.128": tokens,
      "2.1.20": { ...tokens, ...limit },
      "2.1.250": { ...tokens, ...limit, ...basis },
      "2.1.263": { ...tokens, ...limit, ...thinking, ...basis },
      "2.1.312": { ...tokens, ...limit, ...thinking, ...ephemeral, ...basis },
    });
    return [model, restored.has(model) ? arrange(RESTORED_ORDER, written) : written] as const;
  });
  return Object.fromEntries(entries);
}

/** The models that were used in between; one that was not is left out. */
export function usageSince(before: ModelUsages, now: ModelUsages): ModelUsages {
  const since: Record<string, UsageOfLine & { readonly costUsd: number }> = {};
  for (const [model, usage] of Object.entries(now)) {
    const known = before[model];
    const difference = {
      inputTokens: usage.inputTokens - (known?.inputTokens ?? 0),
      outputTokens: usage.outputTokens - (known?.outputTokens ?? 0),
      cacheCreationInputTokens: usage.cacheCreationInputTokens - (known?.cacheCreationInputTokens ?? 0),
      cacheReadInputTokens: usage.cacheReadInputTokens - (known?.cacheReadInputTokens ?? 0),
    };
    if (Object.values(difference).every((tokens) => tokens === 0)) continue;
    // Counted anew: a difference of two sums would end in digits that nobody paid.
    const costUsd = known === undefined ? usage.costUsd : costOf(model, difference);
    since[model] = { ...difference, costUsd };
  }
  return since;
}
