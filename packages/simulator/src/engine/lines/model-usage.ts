// `modelUsage` of a result: tokens and cost of each model, of the process or since the last result.

import type { Usage } from "../../scenario/types.ts";
import type { JsonObject } from "../../json.ts";
import type { VersionQuirks } from "../versions/version-quirks.ts";
import { orderFields } from "./context.ts";
import type { TurnInfo } from "./lines.ts";
import { toCanonicalModel, getContextWindow, computeCost, getMaxOutputTokens } from "../versions/models.ts";

export type ModelUsages = TurnInfo["modelUsage"];

/** Usage that was read back from a transcript keeps the transcript's order of keys. */
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
  quirks: VersionQuirks,
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
      contextWindow: getContextWindow(quirks, model),
    };
    const limit = { maxOutputTokens: getMaxOutputTokens(quirks, model) };
    const thinking = { thinkingTokens: 0 };
    const ephemeral = { cacheCreationEphemeral5mInputTokens: 0, cacheCreationEphemeral1hInputTokens: 0 };
    const basis = { canonicalModel: toCanonicalModel(model), provider: "firstParty", costBasis: "list" };
    const written = {
      ...tokens,
      ...(quirks.has("hasMaxOutputTokens") ? limit : {}),
      ...(quirks.has("hasThinkingTokens") ? thinking : {}),
      ...(quirks.has("hasEphemeralTokens") ? ephemeral : {}),
      ...(quirks.has("hasCostBasis") ? basis : {}),
    };
    return [model, restored.has(model) ? orderFields(RESTORED_ORDER, written) : written] as const;
  });
  return Object.fromEntries(entries);
}

/** The models that were used in between; one that was not is left out. */
export function usageSince(before: ModelUsages, now: ModelUsages): ModelUsages {
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
    // Computed anew: a difference of two sums would show rounding errors.
    const costUsd = known === undefined ? usage.costUsd : computeCost(model, difference);
    since[model] = { ...difference, costUsd };
  }
  return since;
}
