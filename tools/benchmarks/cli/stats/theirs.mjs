// The rules of ccusage 18.0.11: its prices, and which lines it counts.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Above this many tokens of one kind in a message some models have another price. */
const TIER = 200_000;
const KINDS = [
  ["input_tokens", "input_cost_per_token"],
  ["output_tokens", "output_cost_per_token"],
  ["cache_creation_input_tokens", "cache_creation_input_token_cost"],
  ["cache_read_input_tokens", "cache_read_input_token_cost"],
];

/** @param script the path of ccusage @returns its built-in prices by model */
export function theirPrices(script) {
  const folder = dirname(script);
  const file = readdirSync(folder).find((name) => /^data-loader-.*\.js$/.test(name));
  const text = readFileSync(join(folder, file), "utf8");
  const from = text.indexOf("{", text.indexOf("const PREFETCHED_CLAUDE_PRICING = {"));
  return JSON.parse(text.slice(from, text.indexOf("\n};", from) + 2));
}

/** @returns undefined for an unknown model */
export function theirCost(prices, { model, usage }, { hasTiers = true } = {}) {
  const price = prices[model];
  if (price === undefined) return 0;
  return KINDS.reduce((sum, [kind, name]) => {
    const tokens = usage[kind] ?? 0;
    const above = hasTiers ? price[`${name}_above_200k_tokens`] : undefined;
    const over = above === undefined ? 0 : Math.max(0, tokens - TIER);
    return sum + (tokens - over) * (price[name] ?? 0) + over * (above ?? 0);
  }, 0);
}

/** Key of message and request. A line without a request id always counts. */
export function theirKey({ message, requestId }) {
  return message.id && requestId ? `${message.id}:${requestId}` : undefined;
}

/** Returns the first line of each key. */
export function keepFirst(lines, key) {
  const seen = new Set();
  return lines.filter((line) => {
    const own = key(line);
    if (own === undefined) return true;
    const isNew = !seen.has(own);
    seen.add(own);
    return isNew;
  });
}
