// The fields of a turn that went well.
import type { TurnFields } from "../../src/turn/types.ts";

export const FIELDS: TurnFields = {
  outcome: "success",
  text: "done",
  data: undefined,
  thinking: [],
  toolCalls: [],
  costUsd: 0.5,
  totalCostUsd: 1,
  usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheCreationTokens: 0 },
  usageByModel: [],
  usageByAgent: [],
  stopReason: "end_turn",
  subtype: "success",
  denials: [],
  deferred: undefined,
  sessionId: "s",
  durationMs: 10,
  warnings: [],
};
