// What the CLI itself reports per model: in results of a stream, and in the cost-state of a transcript.

import type { Figures } from "./entry.ts";

export interface Reported {
  readonly costUsd: number;
  readonly figures: Figures;
}

export function readModels(modelUsage: unknown): ReadonlyMap<string, Reported> {
  return new Map(Object.entries(fieldsOf(modelUsage)).map(([model, usage]) => [model, readModel(fieldsOf(usage))]));
}

function readModel(usage: Fields): Reported {
  const hour = figureOf(usage["cacheCreationEphemeral1hInputTokens"]);
  const figures: Figures = {
    input: figureOf(usage["inputTokens"]),
    output: figureOf(usage["outputTokens"]),
    cacheRead: figureOf(usage["cacheReadInputTokens"]),
    cacheWrite: Math.max(0, figureOf(usage["cacheCreationInputTokens"]) - hour),
    cacheWriteHour: hour,
    webSearches: figureOf(usage["webSearchRequests"]),
  };
  return { costUsd: figureOf(usage["costUSD"]), figures };
}

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function figureOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
