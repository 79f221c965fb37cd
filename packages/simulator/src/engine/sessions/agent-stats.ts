// Counts the agents of a process by start and outcome, for the results of the newest version.

import type { Json } from "../../json.ts";
import type { AgentStats } from "../lines/lines.ts";

export interface AgentCounter {
  completed: number;
  failed: number;
  killed: number;
  start(isBackground: boolean, requested: Json | undefined, depth: number, type: string): void;
  readonly stats: AgentStats | undefined;
}

export function createAgentStats(): AgentCounter {
  const counts = { spawned: 0, background: 0, foreground: 0, unset: 0, inBackground: 0, depth: 0, byAgents: 0 };
  const byType: Record<string, number> = {};
  return {
    completed: 0,
    failed: 0,
    killed: 0,
    start(isBackground, requested, depth, type) {
      counts.spawned += 1;
      counts[requested === true ? "background" : requested === false ? "foreground" : "unset"] += 1;
      if (isBackground) counts.inBackground += 1;
      if (depth > 1) counts.byAgents += 1;
      counts.depth = Math.max(counts.depth, depth);
      byType[type] = (byType[type] ?? 0) + 1;
    },
    get stats() {
      if (counts.spawned === 0) return undefined;
      return {
        spawned: counts.spawned,
        requestedBackground: counts.background,
        requestedForeground: counts.foreground,
        requestedUnset: counts.unset,
        startedInBackground: counts.inBackground,
        maxDepth: counts.depth,
        spawnedByAgents: counts.byAgents,
        completed: this.completed,
        failed: this.failed,
        killedByUser: this.killed,
        byType: { ...byType },
      };
    },
  };
}
