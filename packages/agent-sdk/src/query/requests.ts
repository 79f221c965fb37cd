// The methods of a running query. Most of them send one control request.

import { ClaudeError } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import type { Query } from "../types/query.ts";
import type { QueryRun } from "./run.ts";
import type { SDKControlInitializeResponse } from "../types/types.ts";

type Requests = Omit<Query, keyof AsyncGenerator>;

export function createRequests(run: QueryRun): Requests {
  const ask = (subtype: string, payload?: object): Promise<JsonObject> => run.request(subtype, payload);
  /** Sends a request and returns its reply, which is not validated. */
  const requestReply = async <Answer>(subtype: string, payload?: object): Promise<Answer> =>
    (await ask(subtype, payload)) as unknown as Answer;
  const askWithoutAnswer = async (subtype: string, payload?: object): Promise<void> => {
    await ask(subtype, payload);
  };
  const getInitialization = (): Promise<SDKControlInitializeResponse> => run.initialization();

  return {
    async interrupt() {
      const { still_queued: queued, cancelled } = await ask("interrupt");
      if (!Array.isArray(queued)) return undefined;
      return {
        still_queued: filterStrings(queued),
        ...(Array.isArray(cancelled) ? { cancelled: filterStrings(cancelled) } : {}),
      };
    },
    setPermissionMode: (mode) => askWithoutAnswer("set_permission_mode", { mode }),
    setMcpPermissionModeOverride: (serverName, mode) =>
      requestReply("set_mcp_permission_mode_override", { serverName, mode }),
    setModel: (model) => askWithoutAnswer("set_model", { model }),
    setMaxThinkingTokens: (tokens, display) =>
      askWithoutAnswer("set_max_thinking_tokens", { max_thinking_tokens: tokens, thinking_display: display }),
    applyFlagSettings: (settings) => askWithoutAnswer("apply_flag_settings", { settings }),
    updateSettings: (source, settings) => askWithoutAnswer("update_settings", { source, settings }),
    initializationResult: getInitialization,
    reinitialize: () => run.reinitialize(),
    supportedCommands: async () => (await getInitialization()).commands,
    supportedModels: async () => (await getInitialization()).models,
    supportedAgents: async () => (await getInitialization()).agents,
    accountInfo: async () => (await getInitialization()).account,
    mcpServerStatus: async () =>
      (await requestReply<{ mcpServers?: Awaited<ReturnType<Query["mcpServerStatus"]>> }>("mcp_status")).mcpServers ??
      [],
    getContextUsage: (options) => requestReply("get_context_usage", options),
    usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: (options) =>
      requestReply("get_usage", { skip_behaviors: options?.skipBehaviors }),
    async readFile(path, options) {
      try {
        return await requestReply("read_file", { path, max_bytes: options?.maxBytes, encoding: options?.encoding });
      } catch {
        return null;
      }
    },
    reloadPlugins: (options = {}) =>
      requestReply("reload_plugins", {
        hold_on_cache_impact: options.holdOnCacheImpact || undefined,
        add_plugins: options.addPlugins?.length ? options.addPlugins : undefined,
        refuse_if_busy: options.refuseIfBusy || undefined,
      }),
    reloadSkills: () => requestReply("reload_skills"),
    reloadOutputStyles: () => requestReply("reload_output_styles"),
    rewindFiles: (userMessageId, options) =>
      requestReply("rewind_files", { user_message_id: userMessageId, dry_run: options?.dryRun }),
    seedReadState: (path, mtime) => askWithoutAnswer("seed_read_state", { path, mtime }),
    reconnectMcpServer: (serverName) => askWithoutAnswer("mcp_reconnect", { serverName }),
    toggleMcpServer: (serverName, enabled) => askWithoutAnswer("mcp_toggle", { serverName, enabled }),
    readMcpResource: (serverName, uri) => requestReply("mcp_read_resource", { serverName, uri }),
    async setMcpServers(servers) {
      const inside = Object.entries(servers).find(([, { type }]) => type === "sdk");
      if (inside !== undefined) {
        const message = `The server ${inside[0]} runs in this process and cannot be added later: put it into \`mcpServers\`.`;
        throw new ClaudeError("invalid-option", message, { name: inside[0] });
      }
      return requestReply("mcp_set_servers", { servers });
    },
    streamInput: (stream) => run.sendPrompts(stream),
    stopTask: (taskId) => askWithoutAnswer("stop_task", { task_id: taskId }),
    backgroundTasks: async (toolUseId) =>
      (await requestReply<{ backgrounded?: boolean }>("background_tasks", { tool_use_id: toolUseId })).backgrounded ??
      true,
    close: () => void run.close(),
  };
}

function filterStrings(list: readonly unknown[]): string[] {
  return list.filter((one): one is string => typeof one === "string");
}
