// Tokens and money: how a version writes usage, and what a model costs.

import type { Json, JsonObject } from "../../json.ts";
import type { Manners } from "../manners.ts";
import type { UsageOfLine } from "./lines.ts";

/** As the API sends it with a message. */
export function messageUsage(usage: UsageOfLine): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: usage.outputTokens,
  };
}

/** Summed up over messages, as in `result`. */
export function totalUsage(manners: Manners, usage: UsageOfLine): JsonObject {
  // The sum begins as a constant that has the details in front; the API's own usage, which has none, takes the front.
  const isUntouched =
    usage.inputTokens + usage.outputTokens + usage.cacheCreationInputTokens + usage.cacheReadInputTokens === 0;
  return detailedUsage(manners, usage, isUntouched);
}

/** What a sub-agent used, in its call's `tool_use_result`. */
export function agentUsage(manners: Manners, usage: UsageOfLine): JsonObject {
  return manners.choose<() => JsonObject>({
    "1.0.128": () => messageUsage(usage),
    "2.1.74": () => detailedUsage(manners, usage, false),
    "2.1.285": () => detailedUsage(manners, usage, true),
  })();
}

/** Of a message that no model wrote: zero, and unknown where the sum has a default. */
export function syntheticUsage(manners: Manners): JsonObject {
  const cached = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const written = { input_tokens: 0, output_tokens: 0, ...cached };
  const common = { service_tier: null, cache_creation: cacheCreation(0) };
  const origin = { inference_geo: null, iterations: null, speed: null };
  const tools = serverToolUse(manners);
  return manners.choose<JsonObject>({
    "1.0.60": { ...written, server_tool_use: tools, service_tier: null },
    "1.0.110": { ...written, server_tool_use: tools, ...common },
    "2.1.74": { ...written, server_tool_use: tools, ...common, ...origin },
    "2.1.250": { output_tokens_details: null, ...written, server_tool_use: tools, ...common, ...origin },
    "2.1.285": {
      output_tokens_details: null,
      ...written,
      server_tool_use: tools,
      ...common,
      ...origin,
      fallback_credit: null,
    },
  });
}

function serverToolUse(manners: Manners): JsonObject {
  return manners.choose<JsonObject>({
    "1.0.128": { web_search_requests: 0 },
    "2.0.76": { web_search_requests: 0, web_fetch_requests: 0 },
  });
}

function detailedUsage(manners: Manners, usage: UsageOfLine, hasDetailsFirst: boolean): JsonObject {
  const details: Json = { output_tokens_details: { thinking_tokens: 0 } };
  const tail: JsonObject = {
    server_tool_use: serverToolUse(manners),
    service_tier: "standard",
    cache_creation: cacheCreation(0),
  };
  const origin: JsonObject = { inference_geo: "", iterations: [], speed: "standard" };
  const tokens = messageUsage(usage);
  const detailed: JsonObject = hasDetailsFirst
    ? { ...details, ...tokens, ...tail, ...origin }
    : { ...tokens, ...details, ...tail, ...origin };
  return manners.choose<JsonObject>({
    "1.0.60": { ...tokens, server_tool_use: serverToolUse(manners), service_tier: "standard" },
    "1.0.110": { ...tokens, ...tail },
    "2.1.74": { ...tokens, ...tail, ...origin },
    "2.1.250": detailed,
    "2.1.285": { ...detailed, fallback_credit: null },
  });
}

function cacheCreation(tokens: number): JsonObject {
  return { ephemeral_1h_input_tokens: tokens, ephemeral_5m_input_tokens: tokens };
}
