// The recording `control`: almost every control request, one after the other, in an idle session.
import { encode } from "../../../src/encode/encode.ts";
import { everywhere, newest, type RecordedCall, since2 } from "./call.ts";

export const control: readonly RecordedCall[] = [
  [(id) => encode.initialize(id), everywhere("success {…}")],
  [(id) => encode.interrupt(id), ["success", "success", "success {still_queued}"]],
  [(id) => encode.interrupt(id, { cancelQueued: true }), ["success", "success", "success {still_queued, cancelled}"]],
  [(id) => encode.setPermissionMode(id, "plan"), ["success {mode} + success", "success {mode}", "success {mode}"]],
  [
    (id) => encode.setPermissionMode(id, "acceptEdits"),
    ["success {mode} + success", "success {mode}", "success {mode}"],
  ],
  [(id) => encode.setPermissionMode(id, "dontAsk"), ["success {mode} + success", "success {mode}", "success {mode}"]],
  [(id) => encode.setPermissionMode(id, "auto"), ["success {mode} + success", "success {mode}", "success {mode}"]],
  [
    (id) => encode.setPermissionMode(id, "bypassPermissions"),
    ["error + success", "success {mode}", "error bypass_not_launched"],
  ],
  [
    (id) => encode.setPermissionMode(id, "nonsense"),
    ["success {mode} + success", "success {mode}", "error invalid_mode"],
  ],
  [(id) => encode.setPermissionMode(id, "default"), ["success {mode} + success", "success {mode}", "success {mode}"]],
  [(id) => encode.setModel(id, "sonnet"), ["success", "success", "success {model}"]],
  [(id) => encode.setModel(id, "no-such-model"), ["success", "success", "success {model}"]],
  [(id) => encode.setModel(id, null), ["success", "success", "success {model}"]],
  [(id) => encode.setModel(id), ["success", "success", "success {model}"]],
  [(id) => encode.setModel(id, "default"), ["success", "success", "success {model}"]],
  [(id) => encode.setMaxThinkingTokens(id, 2000), since2("success")],
  [(id) => encode.setMaxThinkingTokens(id, null, { thinkingDisplay: "summarized" }), since2("success")],
  [(id) => encode.setMaxThinkingTokens(id, 0), since2("success")],
  [(id) => encode.setMaxThinkingTokens(id, undefined, { thinkingDisplay: null }), since2("success")],
  [(id) => encode.renameSession(id, "New name"), newest("success")],
  [(id) => encode.renameSession(id, "New name 2", { source: "host" }), newest("success")],
  [(id) => encode.control(id, { subtype: "rename_session", title: "" }), newest("error")],
  [(id) => encode.setColor(id, "blue"), since2("unsupported")],
  [(id) => encode.setColor(id, "zzz"), since2("unsupported")],
  [(id) => encode.mcpStatus(id), everywhere("success {mcpServers}")],
  [(id) => encode.mcpStatus(id, true), everywhere("success {mcpServers}")],
  [
    (id) =>
      encode.control(id, {
        subtype: "mcp_set_servers",
        servers: {
          st: { type: "stdio", command: "node", args: ["LAB/enc/mcp-server.mjs"], env: { A: "b" } },
          broken: { command: "/no/such/program" },
        },
      }),
    since2("success {added, removed, errors} failing"),
  ],
  [(id) => encode.mcpStatus(id), everywhere("success {mcpServers}")],
  [(id) => encode.mcpReconnect(id, "st"), since2("success")],
  [(id) => encode.mcpReconnect(id, "zz"), since2("error")],
  [(id) => encode.mcpToggle(id, "st", false), since2("success")],
  [(id) => encode.mcpToggle(id, "st", true), since2("success")],
  [(id) => encode.mcpReadResource(id, "st", "ui://lab/panel"), newest("success {contents}")],
  [(id) => encode.mcpReadResource(id, "st", "file:///x"), newest("error")],
  [(id) => encode.mcpCall(id, "mcp__st__add", { a: 1, b: 2 }), newest("success {content, structuredContent}")],
  [
    (id) =>
      encode.mcpCall(
        id,
        "mcp__st__add",
        { a: 3, b: 4 },
        { timeoutMs: 5000, resultNotForModel: true, checkPermissions: true, expiresAt: "2099-01-01T00:00:00Z" },
      ),
    newest("success {content, structuredContent, staging}"),
  ],
  [
    (id, run) =>
      encode.control<string>(id, {
        subtype: "mcp_call",
        tool: "mcp__st__add",
        arguments: { a: 3, b: 4 },
        expires_at: run.expires_at,
      }),
    newest("success {staging} failing"),
  ],
  [(id) => encode.mcpCall(id, "mcp__st__add"), newest("success {content, structuredContent}")],
  [(id) => encode.mcpCall(id, "mcp__st__nothing", {}), newest("error")],
  [
    (id) =>
      encode.mcpCall(
        id,
        "mcp__st__add",
        { a: 1, b: 1 },
        { inputFiles: [{ name: "a", lane_path: "/x" }], outputFiles: [] },
      ),
    newest("success {staging} failing"),
  ],
  [(id) => encode.mcpCall(id, "mcp__st__slow", {}, { timeoutMs: 20000 }), newest("success {staging} failing")],
  [
    (id) => encode.mcpMessage(id, "nobody", { jsonrpc: "2.0", method: "notifications/tools/list_changed" }),
    since2("success"),
  ],
  [(id) => encode.mcpSetServers(id, {}), since2("success {added, removed, errors}")],
  [(id) => encode.getContextUsage(id), newest("success {…}")],
  [(id) => encode.getContextUsage(id, { detail: "summary" }), newest("success {…}")],
  [(id) => encode.getUsage(id, { skipBehaviors: true }), newest("success {…}")],
  [(id) => encode.getSessionCost(id), newest("success {text}")],
  [(id) => encode.listModels(id), newest("success {models}")],
  [(id) => encode.getBinaryVersion(id), newest("success {version, buildTime}")],
  [(id) => encode.getSettings(id), since2("success {effective, sources, applied}")],
  [(id) => encode.getHooksListing(id), newest("success {events, hooks, eventCatalog, policy}")],
  [(id) => encode.listPermissionRules(id), newest("success {state}")],
  [(id) => encode.fileSuggestions(id, "a"), newest("success {suggestions, cwd}")],
  [(id) => encode.fileSuggestions(id, ""), newest("success {suggestions, cwd}")],
  [(id) => encode.readFile(id, "a.txt"), newest("success {contents, absPath, lossy, requested_path}")],
  [(id) => encode.readFile(id, "LAB/ws/long.txt", { maxBytes: 10 }), newest("success {…}")],
  [
    (id) => encode.readFile(id, "bin.dat", { encoding: "base64" }),
    newest("success {contents, absPath, encoding, requested_path}"),
  ],
  [
    (id) => encode.readFile(id, "bin.dat", { encoding: "utf-8" }),
    newest("success {contents, absPath, lossy, requested_path}"),
  ],
  [(id) => encode.readFile(id, "none.txt"), newest("error")],
  [(id) => encode.readFile(id, "/etc/hostname"), newest("error")],
  [
    (id) => encode.rewindFiles(id, "11111111-1111-4111-8111-111111111111", { dryRun: true }),
    since2("success {canRewind, filesChanged, insertions, deletions}"),
  ],
  [
    (id) => encode.rewindFiles(id, "11111111-1111-4111-8111-111111111111"),
    ["silent", "success {canRewind}", "success {canRewind, skippedLinks}"],
  ],
  [(id) => encode.rewindFiles(id, "99999999-9999-4999-8999-999999999999"), since2("error")],
  [(id, run) => encode.seedReadState(id, "LAB/ws/a.txt", run.mtime), newest("success")],
  [(id, run) => encode.seedReadState(id, "LAB/ws/a.txt", run.mtime), newest("success")],
  [(id) => encode.cancelAsyncMessage(id, "88888888-8888-4888-8888-888888888888"), newest("success {cancelled}")],
  [
    (id) =>
      encode.registerRepoRoot(id, "LAB/extra", { reloadClaudeMd: true, reloadPlugins: false, reloadSkills: true }),
    newest("error"),
  ],
  [(id) => encode.registerRepoRoot(id, "/no/such"), newest("error")],
  [(id) => encode.reloadPlugins(id), newest("success {…}")],
  [
    (id) => encode.reloadPlugins(id, { holdOnCacheImpact: true, refuseIfBusy: true, addPlugins: [] }),
    newest("success {…}"),
  ],
  [(id) => encode.reloadSkills(id), newest("success {skills}")],
  [(id) => encode.reloadOutputStyles(id), newest("success {available_output_styles}")],
  [(id) => encode.stopTask(id, "nothing"), ["silent", "error", "success {}"]],
  [(id) => encode.getTaskOutput(id, "nothing"), newest("error")],
  [(id) => encode.backgroundTasks(id), newest("success {}")],
  [(id) => encode.applyFlagSettings(id, { effortLevel: "high", model: null }), since2("success")],
  [(id) => encode.getSettings(id), since2("success {effective, sources, applied}")],
  [
    (id) =>
      encode.control<string>(id, {
        subtype: "update_settings",
        source: "localSettings",
        settings: { permissions: { allow: ["Bash(echo:*)"] } },
      }),
    newest("error"),
  ],
  [
    (id) =>
      encode.control<string>(id, {
        subtype: "update_settings",
        source: "userSettings",
        settings: { cleanupPeriodDays: 20 },
      }),
    newest("error"),
  ],
  [
    (id) => encode.control<string>(id, { subtype: "update_settings", source: "projectSettings", settings: {} }),
    newest("error"),
  ],
  [
    (id) =>
      encode.control<string>(id, { subtype: "update_settings", source: "localSettings", settings: { permissions: 5 } }),
    newest("error"),
  ],
  [(id) => encode.setHasSubscribers(id, true), newest("success")],
  [(id) => encode.setHasSubscribers(id, null), newest("success")],
];
