// The fields of `initialize`: what a host brings to a session that no command-line flag carries.

import type { Json, JsonObject, Open } from "../json.ts";
import type { AgentDefinition } from "../shared/agent.ts";
import type { HookEventName, HookMatcher } from "../shared/hook.ts";

/** Every field is optional; `{}` is a complete initialize. */
export interface InitializeFields {
  /** Callback ids by event. The CLI then sends `hook_callback` with one of these ids and waits for the answer. */
  readonly hooks?: { readonly [Event in HookEventName]?: readonly HookMatcher[] };
  /** Names of MCP servers that live in the host and are spoken to through `mcp_message`. */
  readonly sdkMcpServers?: readonly string[];
  readonly sdkMcpServerConfigs?: Readonly<Record<string, SdkMcpServerSettings>>;
  /** The MCP handshake of such servers, made by the host beforehand (protocol 2025-11-25). */
  readonly sdkMcpServerManifests?: Readonly<Record<string, SdkMcpServerManifest>>;
  readonly sdkMcpServerManifestsOrigin?: Open<"host_per_send">;
  /** The schema of the structured answer. */
  readonly jsonSchema?: JsonObject;
  /**
   * Replaces the system prompt; the official SDK sends `[""]`, an empty prompt, when none is chosen. 2.0.76 and 2.1.74
   * ignore an array (`[""]` leaves the default prompt) and take a string, where `""` is empty; 2.1.200 and 2.1.325 take
   * both; 1.0.128 takes neither.
   */
  readonly systemPrompt?: string | readonly string[];
  readonly appendSystemPrompt?: string;
  readonly systemPromptSnapshot?: Json;
  readonly planModeInstructions?: string;
  readonly toolAliases?: Readonly<Record<string, string>>;
  readonly excludeDynamicSections?: boolean;
  /** Sub-agents by name. */
  readonly agents?: Readonly<Record<string, AgentDefinition>>;
  readonly title?: string;
  readonly skills?: readonly string[];
  readonly promptSuggestions?: boolean;
  readonly agentProgressSummaries?: boolean;
  /** Forwards the text of sub-agents, which is otherwise kept back. */
  readonly forwardSubagentText?: boolean;
  /** Kinds of `request_user_dialog` the host can show. */
  readonly supportedDialogKinds?: readonly string[];
  readonly perTaskStopAffordance?: boolean;
  /** Only with the flag `--await-initialize`; without it the reply says `plugins_applied: false`. 2.1.74 ignores them. */
  readonly plugins?: readonly PluginReference[];
  // Known to the CLI but without a published type.
  readonly appendSubagentSystemPrompt?: Json;
  readonly codeRunningMcpTools?: Json;
  readonly webSearchIsolationExemptMcpServers?: Json;
  readonly rapidFollowupPreempt?: Json;
  readonly forwardNestedSubagentToolCalls?: Json;
  readonly workspaceTrust?: Json;
  readonly managedSettings?: Json;
}

/** How the CLI treats one MCP server of the host. */
export interface SdkMcpServerSettings {
  readonly timeout?: number;
  /** Per-tool policy, such as always_ask or always_deny. */
  readonly tools?: Json;
}

/** What an MCP server of the host answered to `initialize` and `tools/list`. */
export interface SdkMcpServerManifest {
  readonly initializeResult: JsonObject;
  readonly toolsListResult?: JsonObject;
}

/** A plugin on this machine. */
export interface PluginReference {
  readonly type: Open<"local">;
  readonly path: string;
  readonly skipMcpDiscovery?: boolean;
}
