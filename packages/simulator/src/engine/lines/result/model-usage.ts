// `modelUsage` of a result: tokens and cost of each model, of the process or since the last result.

import type { Usage } from "../../../scenario/types.ts";
import type { ModelUsage } from "@unspool/protocol/wire";
import type { VersionQuirks } from "../../versions/version-quirks.ts";
import { omitUndefined, orderFields, type Written } from "../context.ts";
import type { TurnInfo } from "../lines.ts";
import { toCanonicalModel, getContextWindow, computeCost, getMaxOutputTokens } from "../../versions/models.ts";

export type ModelUsages = TurnInfo["modelUsage"];

/** Usage that was read back from a transcript keeps the transcript's order of keys. */
const RESTORED_ORDER: readonly (keyof ModelUsage)[] = [
  "inputTokens",
  "outputTokens",
  "thinkingTokens",
  "cacheReadInputTokens",
  "cacheCreationInputTokens",
  "cacheCreationEphemeral5mInputTokens",
  "cacheCreationEphemeral1hInputTokens",
];

export function toModelUsage(
  quirks: VersionQuirks,
  usages: ModelUsages,
  restored: ReadonlySet<string> = new Set(),
): Written<Readonly<Record<string, ModelUsage>>> {
  const entries = Object.entries(usages).map(([model, usage]) => {
    const hasEphemeral = quirks.has("hasEphemeralTokens");
    const hasBasis = quirks.has("hasCostBasis");
    const written = omitUndefined<ModelUsage>({
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cacheReadInputTokens: usage.cacheReadInputTokens,
      cacheCreationInputTokens: usage.cacheCreationInputTokens,
      webSearchRequests: 0,
      costUSD: usage.costUsd,
      contextWindow: getContextWindow(quirks, model),
      maxOutputTokens: quirks.has("hasMaxOutputTokens") ? getMaxOutputTokens(quirks, model) : undefined,
      thinkingTokens: quirks.has("hasThinkingTokens") ? 0 : undefined,
      cacheCreationEphemeral5mInputTokens: hasEphemeral ? 0 : undefined,
      cacheCreationEphemeral1hInputTokens: hasEphemeral ? 0 : undefined,
      canonicalModel: hasBasis ? toCanonicalModel(model) : undefined,
      provider: hasBasis ? "firstParty" : undefined,
      costBasis: hasBasis ? "list" : undefined,
    });
    return [model, restored.has(model) ? orderFields<ModelUsage>(RESTORED_ORDER, written) : written] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the usage between two results, of the models that were used. */
export function computeUsageSince(before: ModelUsages, now: ModelUsages): ModelUsages {
  const since: Record<string, Usage & { readonly costUsd: number }> = {};
  for (const [model, usage] of Object.entries(now)) {
    const known = before[model];
    const difference = {
      inputTokens: usage.inputTokens - (known?.inputTokens ?? 0),
      outputTokens: usage.outputTokens - (known?.outputTokens ?? 0),
      cacheCreationInputTokens: usage.cacheCreationInputTokens - (known?.cacheCreationInputTokens ?? 0),
      cacheReadInputTokens: usage.cacheReadInputTokens - (known?.cacheReadInputTokens ?? 0),
    };
    if (Object.values(difference).every((tokens) => tokens === 0)) continue;
    // The cost is computed from the tokens, because a difference of two sums would show rounding errors.
    const costUsd = known === undefined ? usage.costUsd : computeCost(model, difference);
    since[model] = { ...difference, costUsd };
  }
  return since;
}
