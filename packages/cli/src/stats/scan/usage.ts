// The token counts of a message: the type with its arithmetic, and their scanner.

import { INVALID, parseCount, skipValue } from "./json-bytes.ts";
import { createKeySet, type ValueHandler, walkIfObject, walkObject } from "./object-walker.ts";

export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  /** Tokens written to the cache for five minutes, or for a time that is not reported. */
  cacheWrite: number;
  /** Tokens written to the cache for an hour. */
  cacheWriteHour: number;
  webSearches: number;
}

export function createUsage(): Usage {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, webSearches: 0 };
}

export function clearUsage(usage: Usage): void {
  usage.input = 0;
  usage.output = 0;
  usage.cacheRead = 0;
  usage.cacheWrite = 0;
  usage.cacheWriteHour = 0;
  usage.webSearches = 0;
}

export function addUsage(target: Usage, added: Readonly<Usage>, sign: 1 | -1 = 1): void {
  target.input += sign * added.input;
  target.output += sign * added.output;
  target.cacheRead += sign * added.cacheRead;
  target.cacheWrite += sign * added.cacheWrite;
  target.cacheWriteHour += sign * added.cacheWriteHour;
  target.webSearches += sign * added.webSearches;
}

const USAGE = createKeySet([
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
  "server_tool_use",
]);
const CACHE_CREATION = createKeySet(["ephemeral_1h_input_tokens"]);
const SERVER_TOOLS = createKeySet(["web_search_requests"]);

/** Scans a `usage` object. Returns the offset after it, or INVALID. @param from its opening brace */
export type ScanUsage = (bytes: Buffer, from: number, end: number) => number;

export function createUsageScanner(usage: Usage): ScanUsage {
  let cacheHour = 0;

  const onUsage: ValueHandler = (key, bytes, from, end) => {
    if (key === 4) return walkIfObject(bytes, from, end, CACHE_CREATION, onCacheCreation);
    if (key === 5) return walkIfObject(bytes, from, end, SERVER_TOOLS, onServerTools);
    const to = skipValue(bytes, from, end);
    if (to === INVALID) return INVALID;
    const count = parseCount(bytes, from, to);
    if (key === 0) usage.input = count;
    else if (key === 1) usage.output = count;
    else if (key === 2) usage.cacheRead = count;
    else usage.cacheWrite = count;
    return to;
  };
  const onCacheCreation: ValueHandler = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== INVALID) cacheHour = parseCount(bytes, from, to);
    return to;
  };
  const onServerTools: ValueHandler = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== INVALID) usage.webSearches = parseCount(bytes, from, to);
    return to;
  };

  return (bytes, from, end) => {
    clearUsage(usage);
    cacheHour = 0;
    const to = walkObject(bytes, from, end, USAGE, onUsage);
    // `cache_creation_input_tokens` includes the tokens that are cached for an hour.
    usage.cacheWriteHour = Math.min(cacheHour, usage.cacheWrite);
    usage.cacheWrite -= usage.cacheWriteHour;
    return to;
  };
}
