// Counts of the sub-agents of a turn, in `result.subagent_stats`. In no declaration.

/** Number of sub-agents, and how they ended. */
export interface SubagentStats {
  readonly spawned?: number;
  /** By what the calls requested. */
  readonly requested?: {
    readonly background?: number;
    readonly foreground?: number;
    readonly unset?: number;
  };
  readonly started_in_background?: number;
  readonly max_depth?: number;
  readonly spawned_by_subagents?: number;
  readonly completed?: number;
  readonly failed?: number;
  /** By who ended them. */
  readonly killed?: {
    readonly parent?: number;
    readonly user?: number;
    readonly system?: number;
  };
  /** By the limit that refused them. */
  readonly refused?: {
    readonly depth_limit?: number;
    readonly concurrency_limit?: number;
    readonly budget?: number;
  };
  readonly by_type?: Readonly<Record<string, number>>;
}
