// The figures of a message, read in place.

import { clearFigures, type Figures } from "./entry.ts";
import { BROKEN, figureAt, skipValue } from "./json-bytes.ts";
import { createKeys, isObject, type TakeValue, walkObject } from "./keys.ts";

const USAGE = createKeys([
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
  "server_tool_use",
]);
const CACHE_CREATION = createKeys(["ephemeral_1h_input_tokens"]);
const SERVER_TOOLS = createKeys(["web_search_requests"]);

/** @param from the brace of `usage` @returns behind it, or BROKEN */
export type ReadUsage = (bytes: Buffer, from: number, end: number) => number;

export function createUsageReader(usage: Figures): ReadUsage {
  let cacheHour = 0;

  const takeUsage: TakeValue = (key, bytes, from, end) => {
    if (key === 4)
      return isObject(bytes, from)
        ? walkObject(bytes, from, end, CACHE_CREATION, takeCache)
        : skipValue(bytes, from, end);
    if (key === 5)
      return isObject(bytes, from)
        ? walkObject(bytes, from, end, SERVER_TOOLS, takeSearches)
        : skipValue(bytes, from, end);
    const to = skipValue(bytes, from, end);
    if (to === BROKEN) return BROKEN;
    const figure = figureAt(bytes, from, to);
    if (key === 0) usage.input = figure;
    else if (key === 1) usage.output = figure;
    else if (key === 2) usage.cacheRead = figure;
    else usage.cacheWrite = figure;
    return to;
  };
  const takeCache: TakeValue = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== BROKEN) cacheHour = figureAt(bytes, from, to);
    return to;
  };
  const takeSearches: TakeValue = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== BROKEN) usage.webSearches = figureAt(bytes, from, to);
    return to;
  };

  return (bytes, from, end) => {
    clearFigures(usage);
    cacheHour = 0;
    const to = walkObject(bytes, from, end, USAGE, takeUsage);
    // The hour's part is within the whole.
    usage.cacheWriteHour = Math.min(cacheHour, usage.cacheWrite);
    usage.cacheWrite -= usage.cacheWriteHour;
    return to;
  };
}
