// The answer to `get_context_usage`: what fills the context window. The same figures as `/context`, colours included.

import type { Json, Open } from "../json.ts";

export interface ContextUsageReply {
  readonly categories: readonly ContextCategory[];
  readonly totalTokens: number;
  /** The window the usage is measured against: the model's, or the lower auto-compaction window. */
  readonly maxTokens: number;
  readonly rawMaxTokens: number;
  /** Rounded share of `maxTokens`, 0 to 100. */
  readonly percentage: number;
  /** Squares of the drawn grid, row by row. */
  readonly gridRows: readonly (readonly Json[])[];
  readonly model: string;
  readonly memoryFiles: readonly {
    readonly path: string;
    readonly type: string;
    readonly tokens: number;
  }[];
  readonly mcpTools: readonly {
    readonly name: string;
    readonly serverName: string;
    readonly tokens: number;
    readonly isLoaded?: boolean;
  }[];
  readonly mcpInstructions?: Json;
  readonly deferredBuiltinTools?: readonly (NamedTokens & { readonly isLoaded: boolean })[];
  readonly systemTools?: readonly NamedTokens[];
  readonly systemPromptSections?: readonly NamedTokens[];
  readonly agents: readonly {
    readonly agentType: string;
    readonly source: string;
    readonly tokens: number;
  }[];
  readonly slashCommands?: Json;
  readonly skills?: Json;
  readonly autoCompactThreshold?: number;
  readonly isAutoCompactEnabled: boolean;
  readonly messageBreakdown?: Json;
  /** Of the last API call; null before the first. */
  readonly apiUsage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cache_creation_input_tokens: number;
    readonly cache_read_input_tokens: number;
  } | null;
}

export interface ContextCategory extends NamedTokens {
  readonly color: string;
  readonly isDeferred?: boolean;
  /** Absent in older CLIs. */
  readonly kind?: Open<"used" | "deferred" | "free">;
}

export interface NamedTokens {
  readonly name: string;
  readonly tokens: number;
}
