// The answer to `get_context_usage`: the content of the context window, with the figures and colours of `/context`.

import type { Json, Open } from "../json.ts";

export interface ContextUsageReply {
  readonly categories: readonly ContextCategory[];
  readonly totalTokens: number;
  /** The window the usage is measured against: the model's, or the lower auto-compaction window. */
  readonly maxTokens: number;
  readonly rawMaxTokens: number;
  readonly autocompactSource?: Open<"model-default">;
  /** Rounded share of `maxTokens`, 0 to 100. */
  readonly percentage: number;
  /** Squares of the drawn grid, row by row. */
  readonly gridRows: readonly (readonly ContextSquare[])[];
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
  readonly slashCommands?: {
    readonly totalCommands: number;
    readonly includedCommands: number;
    readonly tokens: number;
  };
  readonly skills?: {
    readonly totalSkills: number;
    readonly includedSkills: number;
    readonly tokens: number;
    readonly skillFrontmatter: readonly (NamedTokens & { readonly source: string })[];
  };
  readonly autoCompactThreshold?: number;
  readonly isAutoCompactEnabled: boolean;
  readonly messageBreakdown?: ContextMessageBreakdown;
  /** Usage of the last API call; null before the first. */
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
  /** A machine-readable name, such as `system_prompt` or `free_space`. */
  readonly id?: string;
  /** Absent in older CLIs. */
  readonly kind?: Open<"used" | "deferred" | "buffer" | "free">;
}

export interface ContextSquare {
  readonly color: string;
  readonly isFilled: boolean;
  readonly categoryName: string;
  readonly tokens: number;
  readonly percentage: number;
  /** 0 to 1. */
  readonly squareFullness: number;
}

/** Tokens of the messages by their parts. */
export interface ContextMessageBreakdown {
  readonly toolCallTokens: number;
  readonly toolResultTokens: number;
  readonly attachmentTokens: number;
  readonly assistantMessageTokens: number;
  readonly userMessageTokens: number;
  readonly redirectedContextTokens: number;
  readonly unattributedTokens: number;
  readonly toolCallsByType: readonly {
    readonly name: string;
    readonly callTokens: number;
    readonly resultTokens: number;
  }[];
  readonly attachmentsByType: readonly NamedTokens[];
}

export interface NamedTokens {
  readonly name: string;
  readonly tokens: number;
}
