// Token usage in the shapes of each version.

import type { Usage } from "../../scenario/types.ts";
import type { JsonObject } from "../../json.ts";
import type { VersionQuirks } from "../versions/version-quirks.ts";

/** As the API sends it with a message. */
export function messageUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: usage.outputTokens,
  };
}

/** Summed up over messages, as in `result`. */
export function totalUsage(quirks: VersionQuirks, usage: Usage): JsonObject {
  // The sum begins as a constant that has the details in front; the API's own usage, which has none, takes the front.
  const isUntouched =
    usage.inputTokens + usage.outputTokens + usage.cacheCreationInputTokens + usage.cacheReadInputTokens === 0;
  return detailedUsage(quirks, usage, isUntouched);
}

/** Returns the usage of a sub-agent, for its call's `tool_use_result`. */
export function agentUsage(quirks: VersionQuirks, usage: Usage): JsonObject {
  if (!quirks.has("hasAgentUsageDetails")) return messageUsage(usage);
  return detailedUsage(quirks, usage, quirks.has("hasDetailsFirst"));
}

/** Of a message that no model wrote: zero, and unknown where the sum has a default. */
export function syntheticUsage(quirks: VersionQuirks): JsonObject {
  return {
    ...(quirks.has("hasOutputDetails") ? { output_tokens_details: null } : {}),
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    server_tool_use: serverToolUse(quirks),
    service_tier: null,
    ...laterFields(quirks, { inference_geo: null, iterations: null, speed: null }),
  };
}

function serverToolUse(quirks: VersionQuirks): JsonObject {
  return { web_search_requests: 0, ...(quirks.has("countsWebFetches") ? { web_fetch_requests: 0 } : {}) };
}

function detailedUsage(quirks: VersionQuirks, usage: Usage, hasDetailsFirst: boolean): JsonObject {
  const details = quirks.has("hasOutputDetails") ? { output_tokens_details: { thinking_tokens: 0 } } : {};
  const tokens = messageUsage(usage);
  return {
    ...(hasDetailsFirst ? { ...details, ...tokens } : { ...tokens, ...details }),
    server_tool_use: serverToolUse(quirks),
    service_tier: "standard",
    ...laterFields(quirks, { inference_geo: "", iterations: [], speed: "standard" }),
  };
}

/** The fields that came after 1.0.60, at the end of every usage. */
function laterFields(quirks: VersionQuirks, inference: JsonObject): JsonObject {
  return {
    ...(quirks.has("hasCacheCreation")
      ? { cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 } }
      : {}),
    ...(quirks.has("hasInferenceDetails") ? inference : {}),
    ...(quirks.has("hasFallbackCredit") ? { fallback_credit: null } : {}),
  };
}
