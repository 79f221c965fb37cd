// Agents, slash commands and models of a session, and the account that pays.

import type { Json, JsonObject, Open } from "../json.ts";
import type { PermissionMode } from "./permission.ts";

/** How much effort a model spends. */
export type Effort = Open<"low" | "medium" | "high" | "xhigh" | "max">;

/** The name of a configured MCP server, or configurations by name. */
export type AgentMcpServer = string | JsonObject;

/** A sub-agent a host defines in `initialize.agents`. */
export interface AgentDefinition {
  /** When to use it; the main agent chooses by this text. */
  readonly description: string;
  /** Its system prompt. */
  readonly prompt: string;
  /** Absent means every tool of the main agent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** An alias (`sonnet`), a full model id, or `inherit`. */
  readonly model?: string;
  readonly mcpServers?: readonly AgentMcpServer[];
  readonly skills?: readonly string[];
  readonly initialPrompt?: string;
  readonly maxTurns?: number;
  readonly autoCompactWindow?: number;
  readonly background?: boolean;
  readonly omitClaudeMd?: boolean;
  readonly memory?: Open<"user" | "project" | "local">;
  /** A level, or a number on models that take one. */
  readonly effort?: Effort | number;
  readonly permissionMode?: PermissionMode;
  /** As in settings. The flag `--agents` reads `hooks` and `isolation`; `initialize` ignores them (2.1.200). */
  readonly hooks?: JsonObject;
  readonly isolation?: Open<"worktree" | "remote">;
  /** Shape not published. */
  readonly observer?: Json;
  readonly observerMessage?: string;
  readonly criticalSystemReminder_EXPERIMENTAL?: string;
}

/** An agent as the CLI lists it. */
export interface AgentInfo {
  readonly name: string;
  readonly description?: string;
  readonly model?: string;
}

/** A slash command, skills included. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** Empty when it takes no argument. */
  readonly argumentHint: string;
  readonly aliases?: readonly string[];
  /** @since 2.1.325 */
  readonly builtin?: boolean;
}

/** A model the account may choose. */
export interface ModelInfo {
  /** What `set_model` takes. */
  readonly value: string;
  readonly displayName: string;
  readonly description: string;
  /** The model id an alias stands for. @since 2.1.325 */
  readonly resolvedModel?: string;
  readonly supportsEffort?: boolean;
  readonly supportedEffortLevels?: readonly Effort[];
  readonly supportsAdaptiveThinking?: boolean;
  readonly supportsFastMode?: boolean;
  readonly supportsAutoMode?: boolean;
  /** @since 2.1.325 */
  readonly supportsThinkingOff?: boolean;
}

/** The account that pays, as far as the CLI reports it. May be empty. */
export interface AccountInfo {
  readonly email?: string;
  readonly organization?: string;
  readonly subscriptionType?: string;
  readonly tokenSource?: string;
  readonly apiKeySource?: string;
  /** @since 2.1.325 */
  readonly apiProvider?: string;
}
