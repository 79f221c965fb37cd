// The models that the measured versions know: price, context window, and the default model.
// Prices follow from the recordings' usage and cost; those of the cache are the list's usual 1.25 and 0.1 of the input.

import type { Usage } from "../../scenario/types.ts";
import { getQuirks, type VersionQuirks } from "./version-quirks.ts";

interface Model {
  /** Dollars for a million tokens. */
  readonly inputPrice: number;
  readonly outputPrice: number;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
}

const MODELS: Readonly<Record<string, Model>> = {
  "claude-3-5-haiku": { inputPrice: 0.8, outputPrice: 4, contextWindow: 200_000, maxOutputTokens: 8192 },
  "claude-haiku-4-5": { inputPrice: 1, outputPrice: 5, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-haiku-5-5": { inputPrice: 1, outputPrice: 5, contextWindow: 200_000, maxOutputTokens: 64_000 },
  "claude-sonnet-4": { inputPrice: 3, outputPrice: 15, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-sonnet-4-5": { inputPrice: 3, outputPrice: 15, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-sonnet-4-6": { inputPrice: 3, outputPrice: 15, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-sonnet-5": { inputPrice: 3, outputPrice: 15, contextWindow: 200_000, maxOutputTokens: 64_000 },
  "claude-sonnet-5-5": { inputPrice: 2, outputPrice: 10, contextWindow: 1_000_000, maxOutputTokens: 128_000 },
  "claude-opus-4": { inputPrice: 15, outputPrice: 75, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-opus-4-1": { inputPrice: 15, outputPrice: 75, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-opus-4-5": { inputPrice: 5, outputPrice: 25, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-opus-4-6": { inputPrice: 5, outputPrice: 25, contextWindow: 200_000, maxOutputTokens: 32_000 },
  "claude-opus-4-8": { inputPrice: 5, outputPrice: 25, contextWindow: 1_000_000, maxOutputTokens: 64_000 },
  "claude-opus-4-7": { inputPrice: 5, outputPrice: 25, contextWindow: 200_000, maxOutputTokens: 64_000 },
  "claude-opus-5": { inputPrice: 5, outputPrice: 25, contextWindow: 200_000, maxOutputTokens: 64_000 },
  "claude-opus-5-5": { inputPrice: 4, outputPrice: 20, contextWindow: 1_000_000, maxOutputTokens: 128_000 },
  "claude-fable-5": { inputPrice: 10, outputPrice: 50, contextWindow: 1_000_000, maxOutputTokens: 64_000 },
};

/** A model that was not measured has Sonnet's price and window. */
const UNKNOWN: Model = { inputPrice: 3, outputPrice: 15, contextWindow: 200_000, maxOutputTokens: 32_000 };

/** Returns the cost of one message in dollars, added up in the CLI's order so that the last digit agrees. */
export function computeCost(model: string, usage: Usage, version = "2.1.200"): number {
  const { inputPrice, outputPrice } = getPrices(model, version);
  return (
    (usage.inputTokens / 1_000_000) * inputPrice +
    (usage.outputTokens / 1_000_000) * outputPrice +
    (usage.cacheReadInputTokens / 1_000_000) * inputPrice * 0.1 +
    (usage.cacheCreationInputTokens / 1_000_000) * inputPrice * 1.25
  );
}

/** Returns the model that answers when neither `--model` nor the scenario names one, for an API key or for a login. */
export function getDefaultModel(version: string, apiKeySource = "ANTHROPIC_API_KEY"): string {
  if (apiKeySource === "none") {
    return getQuirks(version).choose({
      "1.0.60": "claude-sonnet-4-20250514",
      "1.0.128": "claude-opus-4-1-20250805",
      "2.0.0": "claude-sonnet-4-5-20250929",
      "2.1.74": "claude-sonnet-4-6",
      "2.1.200": "claude-sonnet-5",
      "2.1.285": "claude-sonnet-5-5",
    });
  }
  return getQuirks(version).choose({
    "1.0.128": "claude-sonnet-4-20250514",
    "2.0.0": "claude-sonnet-4-5-20250929",
    "2.1.74": "claude-sonnet-4-6",
    "2.1.200": "claude-opus-4-8[1m]",
    "2.1.250": "claude-opus-5[1m]",
    "2.1.285": "claude-opus-5-5",
  });
}

/** The aliases of `--model`. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  opus: {
    "1.0.60": "claude-opus-4-20250514",
    "1.0.88": "claude-opus-4-1-20250805",
    "2.0.76": "claude-opus-4-5-20251101",
    "2.1.74": "claude-opus-4-6",
    "2.1.120": "claude-opus-4-7",
    "2.1.200": "claude-opus-4-8",
    "2.1.250": "claude-opus-5",
    "2.1.285": "claude-opus-5-5",
  },
  sonnet: {
    "1.0.128": "claude-sonnet-4-20250514",
    "2.0.0": "claude-sonnet-4-5-20250929",
    "2.1.74": "claude-sonnet-4-6",
    "2.1.200": "claude-sonnet-5",
    "2.1.285": "claude-sonnet-5-5",
  },
};

export function resolveModel(name: string, version: string): string {
  const byVersion = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return byVersion === undefined ? name : getQuirks(version).choose(byVersion);
}

/** Returns the model of side requests: titles and topic checks, in versions that make them. */
export function getSmallModel(version: string): string {
  return getQuirks(version).choose({
    "1.0.128": "claude-3-5-haiku-20241022",
    "2.0.76": "claude-haiku-4-5-20251001",
    "2.1.285": "claude-haiku-5-5",
  });
}

/** Returns the id in the API's answers, without the window in brackets, which only the CLI uses. */
export function toApiModel(model: string): string {
  return model.replace(/\[\w+\]$/, "");
}

export function toCanonicalModel(model: string): string {
  return toApiModel(model).replace(/-\d{8}$/, "");
}

export function getContextWindow(quirks: VersionQuirks, model: string): number {
  if (model.endsWith("[1m]")) return 1_000_000;
  if (toCanonicalModel(model) === "claude-opus-4-7") return quirks.choose({ "1.0.128": 200_000, "2.1.120": 1_000_000 });
  if (toCanonicalModel(model) === "claude-opus-4-8") return quirks.choose({ "1.0.128": 200_000, "2.1.285": 1_000_000 });
  return getModel(model).contextWindow;
}

export function getMaxOutputTokens(quirks: VersionQuirks, model: string): number {
  if (toCanonicalModel(model).endsWith("-4-5")) return quirks.choose({ "1.0.128": 64_000, "2.1.74": 32_000 });
  return getModel(model).maxOutputTokens;
}

/** Sonnet 5 became cheaper between 2.1.200 and 2.1.250. */
function getPrices(model: string, version: string): Pick<Model, "inputPrice" | "outputPrice"> {
  if (toCanonicalModel(model) !== "claude-sonnet-5") return getModel(model);
  return getQuirks(version).choose({
    "1.0.128": getModel(model),
    "2.1.250": { inputPrice: 2, outputPrice: 10 },
  });
}

function getModel(model: string): Model {
  return MODELS[toCanonicalModel(model)] ?? UNKNOWN;
}

/** Formats a model as people call it: `claude-opus-5-5` is Opus 5.5. */
export function formatModelName(model: string): string {
  const [, family, numbers] = /^claude-([a-z]+)-([\d-]+)$/u.exec(toCanonicalModel(model)) ?? [];
  if (family === undefined || numbers === undefined) return model;
  return `${family.charAt(0).toUpperCase()}${family.slice(1)} ${numbers.replaceAll("-", ".")}`;
}
