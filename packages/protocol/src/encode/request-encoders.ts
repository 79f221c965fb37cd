// The control requests as a host calls them: first the request id, then the main arguments, then options in camelCase.

import type { ControlRequestOf } from "../wire/input/control-request.ts";
import type { ControlRequests } from "../wire/input/control-requests.ts";
import type { InitializeFields } from "../wire/input/initialize-request.ts";
import type { McpCallFields } from "../wire/input/mcp-requests.ts";
import type { JsonObject } from "../wire/json.ts";
import type { Effort } from "../wire/shared/agent.ts";
import type { JsonRpcMessage, McpServerConfig } from "../wire/shared/mcp.ts";
import type { PermissionMode } from "../wire/shared/permission.ts";

export interface RequestEncoders {
  /**
   * Any control request, with its fields as on the wire. Also for subtypes that are internal or newer than this file.
   * 2.1.x answers an unknown subtype with an error, 1.0.128 not at all: every request needs a timeout.
   */
  control<Subtype extends string>(
    requestId: string,
    request: { readonly subtype: Subtype } & ControlRequestOf<Subtype>,
  ): string;
  /**
   * Opens the control protocol. It is the first line of a session; the first user message may follow without waiting. A
   * second one, or one after a turn, is an error in 2.1.74 and 1.0.128. A system prompt of one part is written as a
   * string, which all versions from 2.0.76 to 2.1.325 accept; the older of them ignore an array. So `[""]` is an empty
   * prompt in all of them.
   */
  initialize(requestId: string, fields?: InitializeFields): string;
  /** Stops the current turn; the session continues. */
  interrupt(requestId: string, options?: InterruptOptions): string;
  /** 1.0.128 answers twice, the second time without a mode. */
  setPermissionMode(requestId: string, mode: PermissionMode): string;
  /** Sets the model; null or undefined restores the default model. */
  setModel(requestId: string, model?: string | null): string;
  /** Sets a whole number; null restores the session's default. */
  setMaxThinkingTokens(requestId: string, maxThinkingTokens?: number | null, options?: ThinkingOptions): string;
  renameSession(requestId: string, title: string, options?: RenameOptions): string;
  /** No measured CLI supports this in `-p` mode: 2.1.x refuse it, 1.0.128 does not answer. */
  setColor(requestId: string, color: string): string;
  mcpStatus(requestId: string, liveReply?: boolean): string;
  /**
   * Replaces the servers that were added by this request. A stdio server without `args` is written with empty `args`.
   */
  mcpSetServers(requestId: string, servers: Readonly<Record<string, McpServerConfig>>): string;
  mcpReconnect(requestId: string, serverName: string): string;
  mcpToggle(requestId: string, serverName: string, enabled: boolean): string;
  mcpReadResource(requestId: string, serverName: string, uri: string): string;
  /** Calls a tool without the model. Not for tools of MCP servers in the host. */
  mcpCall(requestId: string, tool: string, input?: JsonObject, options?: McpCallOptions): string;
  /** A message that an MCP server in the host sends on its own. For replies, see `mcpAnswer`. */
  mcpMessage(requestId: string, serverName: string, message: JsonRpcMessage): string;
  getContextUsage(
    requestId: string,
    options?: { readonly detail?: ControlRequests["get_context_usage"]["detail"] | undefined },
  ): string;
  /** Experimental in the CLI. */
  getUsage(requestId: string, options?: { readonly skipBehaviors?: boolean | undefined }): string;
  getSessionCost(requestId: string): string;
  listModels(requestId: string): string;
  getBinaryVersion(requestId: string): string;
  getSettings(requestId: string): string;
  getHooksListing(requestId: string): string;
  getTaskOutput(requestId: string, taskId: string): string;
  listPermissionRules(requestId: string): string;
  fileSuggestions(requestId: string, query: string): string;
  readFile(requestId: string, path: string, options?: ReadFileOptions): string;
  /** Restores files to their state at a user message. */
  rewindFiles(requestId: string, userMessageId: string, options?: { readonly dryRun?: boolean | undefined }): string;
  /** @param mtime milliseconds since 1970 */
  seedReadState(requestId: string, path: string, mtime: number): string;
  /** Removes a user message from the queue, by the uuid it was sent with. */
  cancelAsyncMessage(requestId: string, messageUuid: string): string;
  /** Accepts only a folder below the working directory or below one of `--add-dir`, and each only once. */
  registerRepoRoot(requestId: string, directory: string, options?: RepoRootOptions): string;
  reloadPlugins(requestId: string, options?: ReloadPluginsOptions): string;
  reloadSkills(requestId: string): string;
  reloadOutputStyles(requestId: string): string;
  /** 2.1.325 also acknowledges it for a task that is unknown or has ended; 2.1.74 answers such a task with an error. */
  stopTask(requestId: string, taskId: string): string;
  /** Moves one running tool call to the background, or all of them. */
  backgroundTasks(requestId: string, toolUseId?: string): string;
  /**
   * Merges top-level keys into the session's settings. Null clears a key; in 2.1.74, null clears all that was set this
   * way.
   */
  applyFlagSettings(requestId: string, settings: JsonObject): string;
  /** Writes to a settings file. 2.1.325 accepts only these two forms. */
  updateSettings(requestId: string, source: "localSettings", settings: { readonly outputStyle: string }): string;
  updateSettings(requestId: string, source: "userSettings", settings: { readonly effortLevel: Effort }): string;
  setHasSubscribers(requestId: string, hasSubscribers: boolean | null): string;
}

export interface InterruptOptions {
  /** Whether to drop the queued messages as well. Needs capability `interrupt_cancel_queued_v1`. */
  readonly cancelQueued?: boolean | undefined;
}

export interface ThinkingOptions {
  readonly thinkingDisplay?: ControlRequests["set_max_thinking_tokens"]["thinking_display"] | undefined;
}

export interface RenameOptions {
  readonly source?: ControlRequests["rename_session"]["source"] | undefined;
  readonly sessionId?: string | undefined;
}

export interface McpCallOptions {
  /** ISO 8601. */
  readonly expiresAt?: McpCallFields["expires_at"] | undefined;
  /** From 1,000 to 600,000. @default 120000 */
  readonly timeoutMs?: number | undefined;
  readonly resultNotForModel?: boolean | undefined;
  readonly checkPermissions?: boolean | undefined;
  readonly inputFiles?: McpCallFields["input_files"] | undefined;
  readonly outputFiles?: McpCallFields["output_files"] | undefined;
}

export interface ReadFileOptions {
  /** @default 1 MB in the CLI */
  readonly maxBytes?: number | undefined;
  readonly encoding?: ControlRequests["read_file"]["encoding"] | undefined;
}

export interface RepoRootOptions {
  readonly reloadClaudeMd?: boolean | undefined;
  readonly reloadPlugins?: boolean | undefined;
  readonly reloadSkills?: boolean | undefined;
}

export interface ReloadPluginsOptions {
  readonly holdOnCacheImpact?: boolean | undefined;
  readonly addPlugins?: readonly JsonObject[] | undefined;
  /** Needs capability `reload_plugins_refuse_if_busy_v1`. */
  readonly refuseIfBusy?: boolean | undefined;
}
