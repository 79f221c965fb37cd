// Token usage in the shapes of each version.

import type { Usage } from "../../scenario/types.ts";
import type { ServerToolUsage, Usage as WireUsage } from "@unspool/protocol/wire";
import type { VersionQuirks } from "../versions/version-quirks.ts";
import { omitUndefined, type Draft, type Written } from "./context.ts";

/** Returns the usage as the API sends it with a message. */
export function toMessageUsage(usage: Usage): Written<WireUsage> {
  return omitUndefined<WireUsage>({
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: usage.outputTokens,
  });
}

/** Returns the usage summed up over messages, as in `result`. */
export function toTotalUsage(quirks: VersionQuirks, usage: Usage): Written<WireUsage> {
  // The CLI starts the sum from a constant that has the details first. Adding usage of the API puts its tokens first.
  const isUntouched =
    usage.inputTokens + usage.outputTokens + usage.cacheCreationInputTokens + usage.cacheReadInputTokens === 0;
  return toDetailedUsage(quirks, usage, isUntouched);
}

/** Returns the usage of a sub-agent, for its call's `tool_use_result`. */
export function toAgentUsage(quirks: VersionQuirks, usage: Usage): Written<WireUsage> {
  if (!quirks.has("hasAgentUsageDetails")) return toMessageUsage(usage);
  return toDetailedUsage(quirks, usage, quirks.has("hasDetailsFirst"));
}

/** Returns the usage of a message that no model wrote: zero, and null where the sum has a default. */
export function createSyntheticUsage(quirks: VersionQuirks): Written<WireUsage> {
  return omitUndefined<WireUsage>({
    output_tokens_details: quirks.has("hasOutputDetails") ? null : undefined,
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    server_tool_use: getServerToolUse(quirks),
    service_tier: null,
    ...getLaterFields(quirks, { inference_geo: null, iterations: null, speed: null }),
  });
}

function getServerToolUse(quirks: VersionQuirks): ServerToolUsage {
  return quirks.has("countsWebFetches")
    ? { web_search_requests: 0, web_fetch_requests: 0 }
    : { web_search_requests: 0 };
}

function toDetailedUsage(quirks: VersionQuirks, usage: Usage, hasDetailsFirst: boolean): Written<WireUsage> {
  const details: Pick<WireUsage, "output_tokens_details"> = quirks.has("hasOutputDetails")
    ? { output_tokens_details: { thinking_tokens: 0 } }
    : {};
  const tokens: WireUsage = toMessageUsage(usage);
  return omitUndefined<WireUsage>({
    ...(hasDetailsFirst ? { ...details, ...tokens } : { ...tokens, ...details }),
    server_tool_use: getServerToolUse(quirks),
    service_tier: "standard",
    ...getLaterFields(quirks, { inference_geo: "", iterations: [], speed: "standard" }),
  });
}

type InferenceDetails = Pick<WireUsage, "inference_geo" | "iterations" | "speed">;

/** Returns the fields that came after 1.0.60, at the end of every usage. */
function getLaterFields(
  quirks: VersionQuirks,
  inference: InferenceDetails,
): Draft<Pick<WireUsage, "cache_creation" | "fallback_credit"> & InferenceDetails> {
  return {
    cache_creation: quirks.has("hasCacheCreation")
      ? { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 }
      : undefined,
    ...(quirks.has("hasInferenceDetails") ? inference : {}),
    fallback_credit: quirks.has("hasFallbackCredit") ? null : undefined,
  };
}
