// `subagent_stats` of a result: what became of the agents so far.

import type { JsonObject } from "../../json.ts";
import type { AgentStats } from "./lines.ts";

export function subagentStats(stats: AgentStats | undefined): JsonObject {
  return {
    spawned: stats?.spawned ?? 0,
    requested: {
      background: stats?.requestedBackground ?? 0,
      foreground: stats?.requestedForeground ?? 0,
      unset: stats?.requestedUnset ?? 0,
    },
    started_in_background: stats?.startedInBackground ?? 0,
    max_depth: stats?.maxDepth ?? 0,
    spawned_by_subagents: stats?.spawnedByAgents ?? 0,
    completed: stats?.completed ?? 0,
    failed: stats?.failed ?? 0,
    killed: { parent: 0, user: stats?.killedByUser ?? 0, system: 0 },
    refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
    by_type: stats?.byType ?? {},
  };
}
