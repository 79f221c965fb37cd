// The cost of tokens by list prices.

import { listPriceOf, type Price } from "@unspool/client/prices";
import type { Usage } from "../scan/usage.ts";

/** Caching for an hour costs 2 times the input price, for five minutes 1.25 times. */
const HOUR_PER_FIVE_MINUTES = 1.6;
const WEB_SEARCH_USD = 0.01;

/** Returns undefined if the list has no price for the model. */
export function computeListCost(model: string, usage: Readonly<Usage>): number | undefined {
  const price = findPrice(model);
  if (price === undefined) return undefined;
  const perMillion =
    usage.input * price.input +
    usage.output * price.output +
    usage.cacheRead * price.cacheRead +
    (usage.cacheWrite + usage.cacheWriteHour * HOUR_PER_FIVE_MINUTES) * price.cacheWrite;
  return perMillion / 1_000_000 + usage.webSearches * WEB_SEARCH_USD;
}

const prices = new Map<string, Price | undefined>();

function findPrice(model: string): Price | undefined {
  if (!prices.has(model)) prices.set(model, listPriceOf(model));
  return prices.get(model);
}
