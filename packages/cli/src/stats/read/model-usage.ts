// The usage and cost per model that the CLI itself reports: in results of a stream, and in cost-states of a transcript.

import { isRecord } from "@unspool/protocol/kit";
import { addUsage, type Usage } from "../scan/usage.ts";

export interface ModelUsage {
  readonly costUsd: number;
  readonly usage: Usage;
}

/** Returns reports by the model's name in messages; reports append the context window, as in `claude-sonnet-4-5[1m]`. */
export function parseModelUsage(modelUsage: unknown): ReadonlyMap<string, ModelUsage> {
  const models = new Map<string, ModelUsage>();
  for (const [name, reported] of Object.entries(toFields(modelUsage))) {
    const model = stripContextWindow(name);
    const { costUsd, usage } = parseOne(toFields(reported));
    const known = models.get(model);
    if (known !== undefined) addUsage(usage, known.usage);
    models.set(model, { costUsd: costUsd + (known?.costUsd ?? 0), usage });
  }
  return models;
}

export function stripContextWindow(model: string): string {
  return model.replace(/\[\w+\]$/, "");
}

function parseOne(reported: Fields): ModelUsage {
  const hour = toCount(reported["cacheCreationEphemeral1hInputTokens"]);
  const usage: Usage = {
    input: toCount(reported["inputTokens"]),
    output: toCount(reported["outputTokens"]),
    cacheRead: toCount(reported["cacheReadInputTokens"]),
    cacheWrite: Math.max(0, toCount(reported["cacheCreationInputTokens"]) - hour),
    cacheWriteHour: hour,
    webSearches: toCount(reported["webSearchRequests"]),
  };
  return { costUsd: toCount(reported["costUSD"]), usage };
}

type Fields = Readonly<Record<string, unknown>>;

export function toFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function toCount(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
