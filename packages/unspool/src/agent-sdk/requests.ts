// Everything that can be asked of a running query beside its messages, each as the control request it is.

import { ClaudeError } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import type { Query } from "./query-type.ts";
import type { Run } from "./run.ts";
import type { SDKControlInitializeResponse } from "./types.ts";

type Requests = Omit<Query, keyof AsyncGenerator>;

export function requestsOf(run: Run): Requests {
  const ask = (subtype: string, payload?: object): Promise<JsonObject> => run.ask(subtype, payload);
  /** What the CLI answers is taken for what it is declared to be. */
  const answerOf = async <Answer>(subtype: string, payload?: object): Promise<Answer> =>
    (await ask(subtype, payload)) as unknown as Answer;
  const done = async (subtype: string, payload?: object): Promise<void> => {
    await ask(subtype, payload);
  };
  const first = (): Promise<SDKControlInitializeResponse> => run.initialization();

  return {
    async interrupt() {
      const { still_queued: queued, cancelled } = await ask("interrupt");
      if (!Array.isArray(queued)) return undefined;
      return { still_queued: texts(queued), ...(Array.isArray(cancelled) ? { cancelled: texts(cancelled) } : {}) };
    },
    setPermissionMode: (mode) => done("set_permission_mode", { mode }),
    setMcpPermissionModeOverride: (serverName, mode) =>
      answerOf("set_mcp_permission_mode_override", { serverName, mode }),
    setModel: (model) => done("set_model", { model }),
    setMaxThinkingTokens: (tokens, display) =>
      done("set_max_thinking_tokens", { max_thinking_tokens: tokens, thinking_display: display }),
    applyFlagSettings: (settings) => done("apply_flag_settings", { settings }),
    updateSettings: (source, settings) => done("update_settings", { source, settings }),
    initializationResult: first,
    reinitialize: () => run.reinitialize(),
    supportedCommands: async () => (await first()).commands,
    supportedModels: async () => (await first()).models,
    supportedAgents: async () => (await first()).agents,
    accountInfo: async () => (await first()).account,
    mcpServerStatus: async () =>
      (await answerOf<{ mcpServers?: Awaited<ReturnType<Query["mcpServerStatus"]>> }>("mcp_status")).mcpServers ?? [],
    getContextUsage: (options) => answerOf("get_context_usage", options),
    usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: (options) =>
      answerOf("get_usage", { skip_behaviors: options?.skipBehaviors }),
    async readFile(path, options) {
      try {
        return await answerOf("read_file", { path, max_bytes: options?.maxBytes, encoding: options?.encoding });
      } catch {
        return null;
      }
    },
    reloadPlugins: (options = {}) =>
      answerOf("reload_plugins", {
        hold_on_cache_impact: options.holdOnCacheImpact || undefined,
        add_plugins: options.addPlugins?.length ? options.addPlugins : undefined,
        refuse_if_busy: options.refuseIfBusy || undefined,
      }),
    reloadSkills: () => answerOf("reload_skills"),
    reloadOutputStyles: () => answerOf("reload_output_styles"),
    rewindFiles: (userMessageId, options) =>
      answerOf("rewind_files", { user_message_id: userMessageId, dry_run: options?.dryRun }),
    seedReadState: (path, mtime) => done("seed_read_state", { path, mtime }),
    reconnectMcpServer: (serverName) => done("mcp_reconnect", { serverName }),
    toggleMcpServer: (serverName, enabled) => done("mcp_toggle", { serverName, enabled }),
    readMcpResource: (serverName, uri) => answerOf("mcp_read_resource", { serverName, uri }),
    async setMcpServers(servers) {
      const inside = Object.entries(servers).find(([, { type }]) => type === "sdk");
      if (inside !== undefined) {
        const message = `The server ${inside[0]} is in this process, and such servers are given at the start: put it into \`mcpServers\`.`;
        throw new ClaudeError("invalid-option", message, { name: inside[0] });
      }
      return answerOf("mcp_set_servers", { servers });
    },
    streamInput: (stream) => run.feed(stream),
    stopTask: (taskId) => done("stop_task", { task_id: taskId }),
    backgroundTasks: async (toolUseId) =>
      (await answerOf<{ backgrounded?: boolean }>("background_tasks", { tool_use_id: toolUseId })).backgrounded ?? true,
    close: () => void run.close(),
  };
}

function texts(list: readonly unknown[]): string[] {
  return list.filter((one): one is string => typeof one === "string");
}
