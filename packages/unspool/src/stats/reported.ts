// What the CLI itself reports per model: in results of a stream, and in the cost-state of a transcript.

import { addFigures } from "./cells.ts";
import type { Figures } from "./entry.ts";

export interface Reported {
  readonly costUsd: number;
  readonly figures: Figures;
}

/** By the names that messages have: reports add the size of the context window, as in `claude-sonnet-4-5[1m]`. */
export function readModels(modelUsage: unknown): ReadonlyMap<string, Reported> {
  const models = new Map<string, Reported>();
  for (const [name, usage] of Object.entries(fieldsOf(modelUsage))) {
    const model = withoutWindow(name);
    const { costUsd, figures } = readModel(fieldsOf(usage));
    const known = models.get(model);
    if (known !== undefined) addFigures(figures, known.figures);
    models.set(model, { costUsd: costUsd + (known?.costUsd ?? 0), figures });
  }
  return models;
}

export function withoutWindow(model: string): string {
  return model.replace(/\[\w+\]$/, "");
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
