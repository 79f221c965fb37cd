// A seeded random generator: the same seed gives the same choices.

export interface Random {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  /** From `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
