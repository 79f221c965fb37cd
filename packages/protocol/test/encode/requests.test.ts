// Every known control request, compared byte for byte.
import { describe, expect, expectTypeOf, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { requestEncoders } from "../../src/encode/requests.ts";
import type { ControlReplies, ControlReply } from "../../src/wire/input/control-replies.ts";
import type { ControlSubtype } from "../../src/wire/input/control-request.ts";
import { getRejection } from "./refusal.ts";

/** What each encoder writes inside `request`, with the fewest and the most fields. */
const lines: [line: string, request: string][] = [
  [encode.initialize("r"), '{"subtype":"initialize"}'],
  [encode.interrupt("r"), '{"subtype":"interrupt"}'],
  [encode.interrupt("r", { cancelQueued: true }), '{"subtype":"interrupt","cancel_queued":true}'],
  [encode.setPermissionMode("r", "plan"), '{"subtype":"set_permission_mode","mode":"plan"}'],
  [encode.setModel("r"), '{"subtype":"set_model"}'],
  [encode.setModel("r", null), '{"subtype":"set_model","model":null}'],
  [encode.setModel("r", "opus"), '{"subtype":"set_model","model":"opus"}'],
  [encode.setMaxThinkingTokens("r", null), '{"subtype":"set_max_thinking_tokens","max_thinking_tokens":null}'],
  [
    encode.setMaxThinkingTokens("r", 4000, { thinkingDisplay: "summarized" }),
    '{"subtype":"set_max_thinking_tokens","max_thinking_tokens":4000,"thinking_display":"summarized"}',
  ],
  [encode.renameSession("r", "Auth"), '{"subtype":"rename_session","title":"Auth"}'],
  [
    encode.renameSession("r", "Auth", { source: "host", sessionId: "s1" }),
    '{"subtype":"rename_session","title":"Auth","source":"host","session_id":"s1"}',
  ],
  [encode.setColor("r", "cyan"), '{"subtype":"set_color","color":"cyan"}'],
  [encode.mcpStatus("r"), '{"subtype":"mcp_status"}'],
  [encode.mcpStatus("r", true), '{"subtype":"mcp_status","liveReply":true}'],
  [
    encode.mcpSetServers("r", { files: { command: "files-mcp", args: ["--ro"] } }),
    '{"subtype":"mcp_set_servers","servers":{"files":{"command":"files-mcp","args":["--ro"]}}}',
  ],
  [
    encode.mcpSetServers("r", {
      bare: { command: "files-mcp" },
      typed: { type: "stdio", command: "files-mcp", env: { A: "b" } },
      far: { type: "http", url: "https://example.org" },
      own: { type: "sdk", name: "own" },
    }),
    '{"subtype":"mcp_set_servers","servers":{"bare":{"command":"files-mcp","args":[]},' +
      '"typed":{"type":"stdio","command":"files-mcp","env":{"A":"b"},"args":[]},' +
      '"far":{"type":"http","url":"https://example.org"},"own":{"type":"sdk","name":"own"}}}',
  ],
  [encode.mcpReconnect("r", "files"), '{"subtype":"mcp_reconnect","serverName":"files"}'],
  [encode.mcpToggle("r", "files", false), '{"subtype":"mcp_toggle","serverName":"files","enabled":false}'],
  [
    encode.mcpReadResource("r", "files", "ui://panel"),
    '{"subtype":"mcp_read_resource","serverName":"files","uri":"ui://panel"}',
  ],
  [encode.mcpCall("r", "mcp__files__list"), '{"subtype":"mcp_call","tool":"mcp__files__list"}'],
  [
    encode.mcpCall(
      "r",
      "t",
      { camelCase: 1 },
      {
        expiresAt: "2030-01-01T00:00:00Z",
        timeoutMs: 1000,
        resultNotForModel: true,
        checkPermissions: true,
        inputFiles: [{ name: "a", lane_path: "/a" }],
        outputFiles: [{ name: "b", lane_path: "/b", if_match: "e" }],
      },
    ),
    '{"subtype":"mcp_call","tool":"t","arguments":{"camelCase":1},"expires_at":"2030-01-01T00:00:00Z","timeout_ms":1000,' +
      '"result_not_for_model":true,"check_permissions":true,"input_files":[{"name":"a","lane_path":"/a"}],' +
      '"output_files":[{"name":"b","lane_path":"/b","if_match":"e"}]}',
  ],
  [
    encode.mcpMessage("r", "files", { jsonrpc: "2.0", method: "notifications/tools/list_changed" }),
    '{"subtype":"mcp_message","server_name":"files","message":{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}}',
  ],
  [encode.getContextUsage("r"), '{"subtype":"get_context_usage"}'],
  [encode.getContextUsage("r", { detail: "summary" }), '{"subtype":"get_context_usage","detail":"summary"}'],
  [encode.getUsage("r"), '{"subtype":"get_usage"}'],
  [encode.getUsage("r", { skipBehaviors: true }), '{"subtype":"get_usage","skip_behaviors":true}'],
  [encode.getSessionCost("r"), '{"subtype":"get_session_cost"}'],
  [encode.listModels("r"), '{"subtype":"list_models"}'],
  [encode.getBinaryVersion("r"), '{"subtype":"get_binary_version"}'],
  [encode.getSettings("r"), '{"subtype":"get_settings"}'],
  [encode.getHooksListing("r"), '{"subtype":"get_hooks_listing"}'],
  [encode.getTaskOutput("r", "t1"), '{"subtype":"get_task_output","task_id":"t1"}'],
  [encode.listPermissionRules("r"), '{"subtype":"list_permission_rules"}'],
  [encode.fileSuggestions("r", "src/in"), '{"subtype":"file_suggestions","query":"src/in"}'],
  [encode.readFile("r", "a.txt"), '{"subtype":"read_file","path":"a.txt"}'],
  [
    encode.readFile("r", "a.png", { maxBytes: 10, encoding: "base64" }),
    '{"subtype":"read_file","path":"a.png","max_bytes":10,"encoding":"base64"}',
  ],
  [encode.rewindFiles("r", "u1"), '{"subtype":"rewind_files","user_message_id":"u1"}'],
  [encode.rewindFiles("r", "u1", { dryRun: true }), '{"subtype":"rewind_files","user_message_id":"u1","dry_run":true}'],
  [encode.seedReadState("r", "a.txt", 1.5), '{"subtype":"seed_read_state","path":"a.txt","mtime":1.5}'],
  [encode.cancelAsyncMessage("r", "u1"), '{"subtype":"cancel_async_message","message_uuid":"u1"}'],
  [encode.registerRepoRoot("r", "/w"), '{"subtype":"register_repo_root","directory":"/w"}'],
  [
    encode.registerRepoRoot("r", "/w", { reloadClaudeMd: true, reloadPlugins: false, reloadSkills: true }),
    '{"subtype":"register_repo_root","directory":"/w","reload_claude_md":true,"reload_plugins":false,"reload_skills":true}',
  ],
  [encode.reloadPlugins("r"), '{"subtype":"reload_plugins"}'],
  [
    encode.reloadPlugins("r", { holdOnCacheImpact: true, addPlugins: [{ path: "/p" }], refuseIfBusy: true }),
    '{"subtype":"reload_plugins","hold_on_cache_impact":true,"add_plugins":[{"path":"/p"}],"refuse_if_busy":true}',
  ],
  [encode.reloadSkills("r"), '{"subtype":"reload_skills"}'],
  [encode.reloadOutputStyles("r"), '{"subtype":"reload_output_styles"}'],
  [encode.stopTask("r", "t1"), '{"subtype":"stop_task","task_id":"t1"}'],
  [encode.backgroundTasks("r"), '{"subtype":"background_tasks"}'],
  [encode.backgroundTasks("r", "toolu_1"), '{"subtype":"background_tasks","tool_use_id":"toolu_1"}'],
  [
    encode.applyFlagSettings("r", { model: null, effortLevel: "high" }),
    '{"subtype":"apply_flag_settings","settings":{"model":null,"effortLevel":"high"}}',
  ],
  [
    encode.updateSettings("r", "localSettings", { outputStyle: "Concise" }),
    '{"subtype":"update_settings","source":"localSettings","settings":{"outputStyle":"Concise"}}',
  ],
  [
    encode.updateSettings("r", "userSettings", { effortLevel: "high" }),
    '{"subtype":"update_settings","source":"userSettings","settings":{"effortLevel":"high"}}',
  ],
  [encode.setHasSubscribers("r", null), '{"subtype":"set_has_subscribers","has_subscribers":null}'],
  [encode.control("r", { subtype: "set_model", model: "opus" }), '{"subtype":"set_model","model":"opus"}'],
  [encode.control("r", { subtype: "set_cwd", path: "/w" }), '{"subtype":"set_cwd","path":"/w"}'],
  [encode.control("r", { subtype: "of_next_year", a: [1] }), '{"subtype":"of_next_year","a":[1]}'],
];

describe("a control request", () => {
  test.for(lines)("is one exact line: %s", ([line, request]) => {
    expect(line).toBe(`{"type":"control_request","request_id":"r","request":${request}}\n`);
  });

  test("of every named subtype is covered by those lines", () => {
    const written = lines.map(([, request]) => /"subtype":"(\w+)"/.exec(request)?.[1] ?? "");
    const names = new Set(written.map((subtype) => subtype.replaceAll(/_./g, (end) => end.slice(1).toUpperCase())));
    expect(Object.keys(requestEncoders).filter((name) => name !== "control" && !names.has(name))).toEqual([]);
  });

  test("initialize writes its fields unchanged", () => {
    const fields = {
      hooks: { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["hook_0"], timeout: 5, onFailure: "block" }] },
      sdkMcpServers: ["calc"],
      systemPrompt: ["One.", "Two."],
      agents: { reviewer: { description: "Reviews", prompt: "Review." } },
      forwardSubagentText: true,
    };
    expect(encode.initialize("init-1", fields)).toBe(
      '{"type":"control_request","request_id":"init-1","request":{"subtype":"initialize","hooks":{"PreToolUse":[{"matcher":"Bash","hookCallbackIds":["hook_0"],' +
        '"timeout":5,"onFailure":"block"}]},"sdkMcpServers":["calc"],"systemPrompt":["One.","Two."],"agents":{"reviewer":{"description":"Reviews",' +
        '"prompt":"Review."}},"forwardSubagentText":true}}\n',
    );
  });

  test("initialize writes a system prompt of one part as a string, which every CLI with that field accepts", () => {
    const line = (prompt: string) =>
      `{"type":"control_request","request_id":"r","request":{"subtype":"initialize","systemPrompt":${prompt},"title":"t"}}\n`;
    expect(encode.initialize("r", { systemPrompt: "Be brief.", title: "t" })).toBe(line('"Be brief."'));
    expect(encode.initialize("r", { systemPrompt: ["Be brief."], title: "t" })).toBe(line('"Be brief."'));
    expect(encode.initialize("r", { systemPrompt: [""], title: "t" })).toBe(line('""'));
    expect(encode.initialize("r", { systemPrompt: "", title: "t" })).toBe(line('""'));
    expect(encode.initialize("r", { systemPrompt: [], title: "t" })).toBe(line("[]"));
  });

  test("is cancelled by its id", () => {
    expect(encode.cancelRequest("r")).toBe('{"type":"control_cancel_request","request_id":"r"}\n');
  });

  test("requires an id and a subtype", () => {
    expect(getRejection(() => encode.interrupt(""))).toEqual(["empty-id", "requestId"]);
    expect(getRejection(() => encode.initialize(" "))).toEqual(["empty-id", "requestId"]);
    expect(getRejection(() => encode.cancelRequest(""))).toEqual(["empty-id", "requestId"]);
    // @ts-expect-error a JavaScript caller
    expect(getRejection(() => encode.listModels())).toEqual(["empty-id", "requestId"]);
    expect(getRejection(() => encode.control("r", { subtype: "" }))).toEqual(["invalid-value", "subtype"]);
  });

  test("is rejected if a real CLI would exit, fail or not answer", () => {
    const refusals = [
      [() => encode.setMaxThinkingTokens("r", 1.5), "invalid-value", "maxThinkingTokens"],
      [() => encode.setMaxThinkingTokens("r", -1), "invalid-value", "maxThinkingTokens"],
      [() => encode.renameSession("r", ""), "empty-message", "title"],
      [() => encode.renameSession("r", " \n"), "empty-message", "title"],
      // @ts-expect-error a JavaScript caller
      [() => encode.mcpCall("r", "t", {}, { expiresAt: 1_800_000_000 }), "invalid-value", "expiresAt"],
      // @ts-expect-error a JavaScript caller
      [() => encode.mcpSetServers("r", null), "invalid-value", "servers"],
      // @ts-expect-error a JavaScript caller
      [() => encode.mcpSetServers("r", { files: "files-mcp" }), "invalid-value", "servers.files"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", { hooks: { Stop: [{}] } }), "invalid-value", "hooks.Stop[0].hookCallbackIds"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", { hooks: { Stop: {} } }), "invalid-value", "hooks.Stop[0].hookCallbackIds"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", { hooks: { Stop: [null] } }), "invalid-value", "hooks.Stop[0]"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", { hooks: [] }), "invalid-value", "hooks"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", "hooks"), "invalid-value", "options"],
      // @ts-expect-error a JavaScript caller
      [() => encode.interrupt("r", "now"), "invalid-value", "options"],
      // @ts-expect-error a JavaScript caller
      [() => encode.interrupt("r", null), "invalid-value", "options"],
      // @ts-expect-error a JavaScript caller
      [() => encode.control("r"), "invalid-value", "request"],
      // @ts-expect-error a JavaScript caller
      [() => encode.initialize("r", { hooks: new Map() }), "not-json", "hooks"],
    ] as const;
    for (const [encoding, code, path] of refusals) expect(getRejection(encoding)).toEqual([code, path]);
  });

  test("is written unchanged by `control`, which does not validate it", () => {
    expect(encode.control("r", { subtype: "rename_session", title: "" })).toContain('"title":""');
    expect(encode.control("r", { subtype: "initialize", systemPrompt: [""] })).toContain('"systemPrompt":[""]');
  });

  test("reports an error with a path relative to the request", () => {
    expect(getRejection(() => encode.setMaxThinkingTokens("r", Number.NaN))).toEqual(["not-json", "maxThinkingTokens"]);
    expect(getRejection(() => encode.initialize("r", { systemPrompt: ["ok", "\udc00"] }))).toEqual([
      "lone-surrogate",
      "systemPrompt[1]",
    ]);
    expect(getRejection(() => encode.interrupt("r\ud800"))).toEqual(["lone-surrogate", "requestId"]);
  });

  test("has the type of its reply under the same name", () => {
    expectTypeOf<keyof ControlReplies>().toEqualTypeOf<ControlSubtype>();
    expectTypeOf<ControlReply<"cancel_async_message">>().toEqualTypeOf<{ readonly cancelled: boolean }>();
    // @ts-expect-error a public subtype is checked
    encode.control("r", { subtype: "mcp_toggle", serverName: "files" });
  });
});

describe("options of a control request", () => {
  test("cannot override fields of the request", () => {
    const options = { subtype: "set_model", cancelQueued: true } as never;
    expect(JSON.parse(encode.interrupt("r", options))).toMatchObject({
      request: { subtype: "interrupt", cancel_queued: true },
    });
    expect(JSON.parse(encode.initialize("r", { subtype: "interrupt" } as never))).toMatchObject({
      request: { subtype: "initialize" },
    });
  });
});
