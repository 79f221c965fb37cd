// The other recordings with control requests: settings, a busy session, MCP, ways to start.
import { encode } from "../../../src/encode/encode.ts";
import { everywhere, newest, type RecordedCall, since2 } from "./call.ts";

export const sessions: Readonly<Record<string, readonly RecordedCall[]>> = {
  settings: [
    [(id) => encode.initialize(id), everywhere("success {…}")],
    [(id) => encode.updateSettings(id, "localSettings", { outputStyle: "Explanatory" }), newest("success {}")],
    [(id) => encode.updateSettings(id, "userSettings", { effortLevel: "high" }), newest("success {}")],
    [
      (id) =>
        encode.control<string>(id, {
          subtype: "update_settings",
          source: "localSettings",
          settings: { outputStyle: null },
        }),
      newest("error"),
    ],
    [
      (id) =>
        encode.registerRepoRoot(id, "LAB/ws/sub", { reloadClaudeMd: true, reloadPlugins: true, reloadSkills: true }),
      newest("success {directory}"),
    ],
    [(id) => encode.registerRepoRoot(id, "LAB/ws/sub"), newest("error")],
    [(id) => encode.registerRepoRoot(id, "sub"), newest("error")],
    [
      (id) => encode.renameSession(id, "T", { sessionId: "11111111-1111-4111-8111-111111111111", source: "host" }),
      newest("error"),
    ],
    [(id, run) => encode.renameSession(id, "T2", { sessionId: run.session_id }), newest("success")],
    [
      (id) => encode.applyFlagSettings(id, { model: "sonnet", permissions: { deny: ["Bash(rm:*)"] } }),
      since2("success"),
    ],
    [(id) => encode.getSettings(id), since2("success {effective, sources, applied}")],
    [(id) => encode.applyFlagSettings(id, { model: null }), since2("success")],
    [(id) => encode.getSettings(id), since2("success {effective, sources, applied}")],
    [(id) => encode.applyFlagSettings(id, { zzz: 1, model: 5 }), ["silent", "success", "error"]],
    [(id) => encode.setColor(id, "default"), since2("unsupported")],
    [(id) => encode.control(id, { subtype: "set_max_thinking_tokens", max_thinking_tokens: -1 }), since2("success")],
    [
      (id) => encode.control(id, { subtype: "set_max_thinking_tokens", max_thinking_tokens: 1.5 }),
      ["silent", "success", "error"],
    ],
    [(id) => encode.setMaxThinkingTokens(id, 2000, { thinkingDisplay: "zzz" }), ["silent", "success", "error"]],
    [(id) => encode.getUsage(id), newest("success {…}")],
    [(id) => encode.fileSuggestions(id, "lon"), newest("success {suggestions, cwd}")],
    [(id, run) => encode.seedReadState(id, "a.txt", run.mtime), newest("success")],
    [(id) => encode.mcpStatus(id), everywhere("success {mcpServers} + success {mcpServers}")],
    [(id) => encode.mcpStatus(id), everywhere("success {mcpServers} + success {mcpServers}")],
  ],
  busy: [
    [(id) => encode.initialize(id), everywhere("success {…}")],
    [(id) => encode.cancelAsyncMessage(id, "22222222-2222-4222-8222-222222222222"), newest("success {cancelled}")],
    [(id) => encode.reloadPlugins(id, { refuseIfBusy: true }), newest("error reload_plugins_busy")],
    [(id) => encode.setModel(id, "sonnet"), ["success", "success", "success {model}"]],
    [(id) => encode.mcpStatus(id), everywhere("success {mcpServers}")],
    [(id) => encode.backgroundTasks(id, "toolu_0001"), newest("success {backgrounded}")],
    [
      (id, run) => encode.getTaskOutput(id, run.task_id),
      ["not sent", "not sent", "success {output, total_bytes, truncated}"],
    ],
    [(id, run) => encode.stopTask(id, run.task_id), ["not sent", "not sent", "success {}"]],
    [
      (id, run) => encode.getTaskOutput(id, run.task_id),
      ["not sent", "not sent", "success {output, total_bytes, truncated}"],
    ],
    [(id, run) => encode.stopTask(id, run.task_id), ["not sent", "not sent", "success {}"]],
    [(id, run) => encode.stopTask(id, run.task_id), ["not sent", "not sent", "success {}"]],
    [(id) => encode.interrupt(id, { cancelQueued: true }), ["success", "success", "success {still_queued, cancelled}"]],
    [(id) => encode.interrupt(id), ["success", "success", "success {still_queued}"]],
  ],
  busy2: [
    [(id) => encode.initialize(id), everywhere("success {…}")],
    [(id) => encode.backgroundTasks(id, "toolu_none"), newest("success {backgrounded}")],
    [(id) => encode.backgroundTasks(id, "toolu_0001"), newest("success {backgrounded}")],
    [(id) => encode.interrupt(id), ["success", "success", "not sent"]],
    [(id) => encode.backgroundTasks(id), newest("success {}")],
    [(id) => encode.interrupt(id), ["success", "success", "not sent"]],
    [(id, run) => encode.getTaskOutput(id, run.task_id), newest("success {output, total_bytes, truncated}")],
    [(id, run) => encode.stopTask(id, run.task_id), since2("success {}")],
    [(id, run) => encode.stopTask(id, run.task_id), ["silent", "error", "success {}"]],
  ],
  mcp: [
    [(id) => encode.initialize(id, { sdkMcpServers: ["lab"] }), everywhere("success {…}")],
    [
      (id) =>
        encode.mcpMessage(id, "lab", {
          jsonrpc: "2.0",
          id: 901,
          method: "elicitation/create",
          params: {
            message: "What colour?",
            requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
          },
        }),
      since2("success"),
    ],
    [
      (id) => encode.mcpMessage(id, "lab", { jsonrpc: "2.0", method: "notifications/tools/list_changed" }),
      since2("success"),
    ],
    [(id) => encode.mcpCall(id, "mcp__lab__echo", { s: "x" }), newest("error")],
    [(id) => encode.mcpStatus(id), everywhere("success {mcpServers}")],
    [
      (id) => encode.mcpSetServers(id, { lab2: { type: "sdk", name: "lab2" } }),
      since2("success {added, removed, errors}"),
    ],
  ],
  "mcp-no-args": [
    [(id) => encode.initialize(id), ["not sent", "success {…}", "success {…}"]],
    [
      (id) =>
        encode.control(id, { subtype: "mcp_set_servers", servers: { bare: { command: "LAB/enc/mcp-bare.mjs" } } }),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors} failing"],
    ],
    [(id) => encode.mcpStatus(id), ["not sent", "success {mcpServers}", "success {mcpServers}"]],
    [
      (id) => encode.mcpSetServers(id, {}),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors}"],
    ],
    [
      (id) =>
        encode.control(id, {
          subtype: "mcp_set_servers",
          servers: { bare: { type: "stdio", command: "LAB/enc/mcp-bare.mjs" } },
        }),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors} failing"],
    ],
    [(id) => encode.mcpStatus(id), ["not sent", "success {mcpServers}", "success {mcpServers}"]],
    [
      (id) => encode.mcpSetServers(id, {}),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors}"],
    ],
    [
      (id) => encode.mcpSetServers(id, { bare: { command: "LAB/enc/mcp-bare.mjs", args: [] } }),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors}"],
    ],
    [(id) => encode.mcpStatus(id), ["not sent", "success {mcpServers}", "success {mcpServers}"]],
    [
      (id) => encode.mcpSetServers(id, {}),
      ["not sent", "success {added, removed, errors}", "success {added, removed, errors}"],
    ],
  ],
  initialize: [
    [
      (id) =>
        encode.initialize(id, {
          hooks: {
            PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["cb-pre"], timeout: 30 }],
            Stop: [{ hookCallbackIds: ["cb-stop"] }],
            UserPromptSubmit: [{ hookCallbackIds: ["cb-ups"], onFailure: "block" }],
          },
          sdkMcpServers: ["lab"],
          sdkMcpServerConfigs: { lab: { timeout: 5000 } },
          jsonSchema: { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] },
          systemPrompt: ["You are the lab.", "Second part."],
          appendSystemPrompt: "APPENDED-LAB",
          planModeInstructions: "Plan well.",
          excludeDynamicSections: true,
          agents: {
            helper: { description: "Helps.", prompt: "You help.", tools: ["Read"], model: "inherit", maxTurns: 3 },
          },
          title: "Lab title",
          skills: [],
          promptSuggestions: false,
          agentProgressSummaries: false,
          forwardSubagentText: true,
          supportedDialogKinds: ["refusal_fallback_prompt"],
          perTaskStopAffordance: true,
          toolAliases: {},
          plugins: [{ type: "local", path: "LAB/plug" }],
          forwardNestedSubagentToolCalls: true,
          rapidFollowupPreempt: false,
          workspaceTrust: { accepted: true, directory: "LAB/ws" },
        }),
      everywhere("success {…}"),
    ],
    [
      (id) => encode.initialize(id, { hooks: { PreToolUse: [{ hookCallbackIds: ["cb-2"] }] } }),
      ["error", "error", "success {…}"],
    ],
  ],
  "initialize-late": [[(id) => encode.initialize(id), ["error", "error", "success {…}"]]],
  "late-permission": [
    [(id) => encode.initialize(id), everywhere("success {…}")],
    [(id) => encode.initialize(id), ["error", "error", "success {…}"]],
    [(id) => encode.interrupt(id), ["success", "success", "success {still_queued}"]],
  ],
  permission: [[(id) => encode.initialize(id), everywhere("success {…}")]],
  elicitation: [[(id) => encode.initialize(id), everywhere("success {…}")]],
  dialog: [
    [
      (id) =>
        encode.initialize(id, {
          supportedDialogKinds: [
            "refusal_fallback_prompt",
            "permission_ask_user_question",
            "goal_proposal",
            "sandbox_network_access",
          ],
        }),
      everywhere("success {…}"),
    ],
    [(id) => encode.applyFlagSettings(id, { switchModelsOnFlag: false }), since2("success")],
  ],
  "unknown-subtype": [[(id) => encode.control(id, { subtype: "cancel" }), since2("unsupported")]],
  "sysprompt-string": [[(id) => encode.initialize(id, { systemPrompt: "LAB-PROMPT" }), everywhere("success {…}")]],
  "sysprompt-array": [
    [(id) => encode.control(id, { subtype: "initialize", systemPrompt: ["LAB-PROMPT"] }), everywhere("success {…}")],
  ],
};
