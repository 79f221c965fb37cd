// What tokens cost by the list.

import { listPriceOf, type Price } from "@unspool/client/prices";
import type { Figures } from "./entry.ts";

/** An hour in the cache costs twice the input, five minutes 1.25 times. */
const HOUR_PER_FIVE_MINUTES = 1.6;
const WEB_SEARCH_USD = 0.01;

/** @returns undefined if nobody knows the model's price */
export function listCost(model: string, figures: Readonly<Figures>): number | undefined {
  const price = priceOf(model);
  if (price === undefined) return undefined;
  const perMillion =
    figures.input * price.input +
    figures.output * price.output +
    figures.cacheRead * price.cacheRead +
    (figures.cacheWrite + figures.cacheWriteHour * HOUR_PER_FIVE_MINUTES) * price.cacheWrite;
  return perMillion / 1_000_000 + figures.webSearches * WEB_SEARCH_USD;
}

const known = new Map<string, Price | undefined>();

function priceOf(model: string): Price | undefined {
  if (!known.has(model)) known.set(model, listPriceOf(model));
  return known.get(model);
}
