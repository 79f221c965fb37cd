// The fields of a result, and nothing else of it: an error has more.

import type { TurnFields } from "./types.ts";

export function fieldsOf<Data>(fields: TurnFields<Data>): TurnFields<Data> {
  return {
    outcome: fields.outcome,
    text: fields.text,
    data: fields.data,
    thinking: fields.thinking,
    toolCalls: fields.toolCalls,
    costUsd: fields.costUsd,
    totalCostUsd: fields.totalCostUsd,
    usage: fields.usage,
    usageByModel: fields.usageByModel,
    usageByAgent: fields.usageByAgent,
    stopReason: fields.stopReason,
    subtype: fields.subtype,
    denials: fields.denials,
    deferred: fields.deferred,
    sessionId: fields.sessionId,
    durationMs: fields.durationMs,
    warnings: fields.warnings,
  };
}
