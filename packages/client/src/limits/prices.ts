// Prices of tokens, for the estimate of a running turn. A known model has its list price. From the first result on, what the
// CLI charged for the model counts. An unknown model costs nothing until then.

import type { ModelFigures, TokenUsage } from "@unspool/protocol";

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Cached for five minutes. An hour costs 1.6 times as much, which only the CLI's figures show. */
  readonly cacheWrite: number;
}

/** The prices known so far. Every result adds to them. */
export interface PriceBook {
  findPrice(model: string): Price | undefined;
  /** Learns from what the CLI charged for these tokens. */
  learn(model: string, charged: ModelFigures): void;
}

export function createPriceBook(): PriceBook {
  const learnt = new Map<string, Price>();
  return {
    findPrice(model) {
      const name = toPlainName(model);
      return learnt.get(name) ?? LIST_PRICES.get(name);
    },
    learn(model, { costUsd, usage }) {
      const name = toPlainName(model);
      const shape = LIST_PRICES.get(name) ?? USUAL_SHAPE;
      const expected = costOf(shape, usage);
      if (!(costUsd > 0) || expected === 0) return;
      if (!learnt.has(name) && learnt.size === MAX_LEARNT) learnt.delete(learnt.keys().next().value as string);
      learnt.set(name, scale(shape, costUsd / expected));
    },
  };
}

/** Returns the list price of a model, by any provider's name for it. Undefined if it is not on the list. */
export function listPriceOf(model: string): Price | undefined {
  return LIST_PRICES.get(toPlainName(model));
}

/** Bounds the memory of a stream that names a new model in every message. */
const MAX_LEARNT = 256;

export function costOf(price: Price, usage: TokenUsage): number {
  const perMillion =
    usage.inputTokens * price.input +
    usage.outputTokens * price.output +
    usage.cacheReadTokens * price.cacheRead +
    usage.cacheCreationTokens * price.cacheWrite;
  return perMillion / 1_000_000;
}

function scale({ input, output, cacheRead, cacheWrite }: Price, factor: number): Price {
  return {
    input: input * factor,
    output: output * factor,
    cacheRead: cacheRead * factor,
    cacheWrite: cacheWrite * factor,
  };
}

/** How the four prices of almost every model relate, so that one total is enough to learn them all. */
const USUAL_SHAPE: Price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };

function price(input: number, output: number, cacheRead: number = input / 10): Price {
  return { input, output, cacheRead, cacheWrite: input * 1.25 };
}

/**
 * Prices as of November 2026, from the "Model pricing" table of platform.claude.com. The catalogue of Claude Code 2.1.325 has
 * the same figures. Surcharges (long prompts, fast mode) are left to the CLI's totals.
 */
const LIST_PRICES: ReadonlyMap<string, Price> = new Map([
  ["claude-3-haiku", price(0.25, 1.25, 0.03)],
  ["claude-3-5-haiku", price(0.8, 4)],
  ["claude-haiku-4-5", price(1, 5)],
  ["claude-haiku-5-5", price(0.1, 0.5)],
  ["claude-3-5-sonnet", price(3, 15)],
  ["claude-3-7-sonnet", price(3, 15)],
  ["claude-sonnet-4", price(3, 15)],
  ["claude-sonnet-4-5", price(3, 15)],
  ["claude-sonnet-4-6", price(3, 15)],
  ["claude-sonnet-5", price(2, 10)],
  ["claude-sonnet-5-5", price(2, 10, 0.1)],
  ["claude-3-opus", price(15, 75)],
  ["claude-opus-4", price(15, 75)],
  ["claude-opus-4-1", price(15, 75)],
  ["claude-opus-4-5", price(5, 25)],
  ["claude-opus-4-6", price(5, 25)],
  ["claude-opus-4-7", price(5, 25)],
  ["claude-opus-4-8", price(5, 25)],
  ["claude-opus-5", price(5, 25)],
  ["claude-opus-5-5", price(4, 20, 0.2)],
  ["claude-fable-5", price(10, 50)],
  ["claude-fable-5-1", price(10, 50, 0.25)],
  ["claude-fable-5-2", price(8, 40, 0.2)],
  ["claude-mythos-5", price(10, 50)],
  ["claude-mythos-5-1", price(10, 50, 0.25)],
  ["claude-mythos-5-2", price(8, 40, 0.2)],
]);

/** Returns the plain name of a model: `us.anthropic.claude-opus-4-1-20250805-v1:0`, `claude-opus-4-1@20250805` and `…[1m]` are one. */
function toPlainName(model: string): string {
  const start = model.lastIndexOf("claude-");
  const [name = ""] = (start < 0 ? model : model.slice(start)).split(/[[@:]/, 1);
  return name.replace(/-v\d+$/, "").replace(/-(\d{8}|latest|0)$/, "");
}
