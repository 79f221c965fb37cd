import { describe, expect, it } from "vitest";
import type { EngineOptions } from "../../../src/engine/sessions/options.ts";
import type { JsonObject } from "../../../src/json.ts";
import { play, userTexts, type Playing } from "../play.ts";

const look = { tool: "Bash", input: { command: "echo hi" }, result: "hi" };
const registered = (event: string, matcher?: string): JsonObject => ({
  hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hookCallbackIds: ["hook_0"] }] },
});

async function withHook(event: string, answer: JsonObject, version = "2.1.325"): Promise<Playing> {
  const playing = play([{ replies: [[look], "done", "done again"] }], { version });
  playing.control("initialize", registered(event));
  playing.user("go");
  await playing.quiet();
  expect(playing.outline()).toContain("ask hook_callback");
  playing.answer(answer);
  await playing.quiet();
  return playing;
}

describe("host hooks", () => {
  it("a hook without a decision lets the call run", async () => {
    const playing = await withHook("PreToolUse", {});
    await playing.finish();
    expect(userTexts(playing)).toEqual(["hi"]);
  });

  it.each([
    ["2.0.76", true],
    ["2.0.30", false],
  ])("%s puts the tool_use_id into the input of a hook: %s", async (version, isTold) => {
    const playing = await withHook("PreToolUse", {}, version);
    const asked = playing.lines.find((line) => line["type"] === "control_request")?.["request"] as JsonObject;
    expect("tool_use_id" in (asked["input"] as JsonObject)).toBe(isTold);
    await playing.finish();
  });

  it.each([
    ["2.1.325", { level: "medium" }],
    ["2.1.200", { level: "high" }],
    ["2.1.120", undefined],
  ])("%s puts the effort %j into the input of a hook", async (version, effort) => {
    const playing = await withHook("PreToolUse", {}, version);
    const asked = playing.lines.find((line) => line["type"] === "control_request")?.["request"] as JsonObject;
    expect((asked["input"] as JsonObject)["effort"]).toEqual(effort);
    await playing.finish();
  });

  it.each([
    ["2.1.325", "No.", "PreToolUse:Bash hook error: No."],
    ["2.1.325", undefined, "PreToolUse:Bash hook error: Blocked by hook"],
    ["2.1.74", "No.", "No."],
    ["2.1.74", undefined, "Hook PreToolUse:Bash denied this tool"],
    ["1.0.128", "No.", "Bash operation blocked by hook:\n- No."],
  ])("a hook denies a call with the text of %s for the reason %s", async (version, reason, words) => {
    const given = reason === undefined ? {} : { permissionDecisionReason: reason };
    const answer = { hookSpecificOutput: { permissionDecision: "deny", ...given } };
    const playing = await withHook("PreToolUse", answer, version);
    await playing.finish();
    expect(userTexts(playing)).toEqual([words]);
  });

  it.each([
    ["2.1.20", undefined, "changed"],
    ["2.0.76", undefined, "echo hi"],
    ["2.0.76", "allow", "changed"],
    ["2.0.30", "allow", "echo hi"],
  ])(
    "in %s a hook with updatedInput and the decision %s leads to the command %j",
    async (version, decision, command) => {
      const given = decision === undefined ? {} : { permissionDecision: decision };
      const playing = play([{ replies: [[look], "done"] }], { version });
      playing.control("initialize", {
        hooks: { PreToolUse: [{ hookCallbackIds: ["hook_0"] }], PostToolUse: [{ hookCallbackIds: ["hook_1"] }] },
      });
      playing.user("go");
      await playing.quiet();
      playing.answer({ hookSpecificOutput: { ...given, updatedInput: { command: "changed" } } });
      await playing.quiet();
      const asked = playing.lines.findLast((line) => line["type"] === "control_request")?.["request"];
      expect(asked).toMatchObject({ input: { hook_event_name: "PostToolUse", tool_input: { command } } });
      await playing.finish();
    },
  );

  const asking = { hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "A rule asks." } };

  async function withAsking(options: Partial<EngineOptions>): Promise<Playing> {
    const playing = play([{ replies: [[look], "done"] }], options);
    playing.control("initialize", registered("PreToolUse"));
    playing.user("go");
    await playing.quiet();
    playing.answer(asking);
    await playing.quiet();
    return playing;
  }

  it.each(["default", "bypassPermissions", "dontAsk"])(
    "a hook that decides ask makes the CLI ask the host in the mode %s",
    async (permissionMode) => {
      const playing = await withAsking({ permissionMode, asksHost: true });
      const asked = playing.lines.findLast((line) => line["type"] === "control_request")?.["request"];
      expect(asked).toMatchObject({
        subtype: "can_use_tool",
        decision_reason: "A rule asks.",
        decision_reason_type: "hook",
        decision_reason_hook_event: "PreToolUse",
      });
      expect(asked).not.toHaveProperty("permission_suggestions");
      playing.answer({ behavior: "deny", message: "No." });
      await playing.finish();
      expect(userTexts(playing)).toEqual(["No."]);
    },
  );

  it("a hook that decides ask denies the call when no host can be asked", async () => {
    const playing = await withAsking({ asksHost: false });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["A rule asks."]);
    expect(playing.lines).toContainEqual(
      expect.objectContaining({ subtype: "permission_denied", decision_reason_type: "hook" }),
    );
  });

  it.each(["2.1.74", "1.0.128"])("%s ignores a hook that decides ask", async (version) => {
    const playing = await withAsking({ version, asksHost: true });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["hi"]);
  });

  it("a deny rule overrides a hook that decides ask", async () => {
    const playing = await withAsking({ asksHost: true, disallowedTools: ["Bash(echo:*)"] });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["Permission to use Bash with command echo hi has been denied."]);
  });

  it.each([
    ["ask", "allow", "ask can_use_tool"],
    ["allow", "ask", "ask can_use_tool"],
    ["allow", "deny", "user tool_result"],
    ["deny", "ask", "user tool_result"],
  ])("the strictest decision of two hooks wins: %s and %s", async (first, second, next) => {
    const playing = play([{ replies: [[look], "done"] }], { asksHost: true });
    playing.control("initialize", { hooks: { PreToolUse: [{ hookCallbackIds: ["hook_0", "hook_1"] }] } });
    playing.user("go");
    for (const decision of [first, second]) {
      await playing.quiet();
      playing.answer({ hookSpecificOutput: { permissionDecision: decision } });
    }
    await playing.quiet();
    const outline = playing.outline();
    expect(outline[outline.lastIndexOf("ask hook_callback") + 1]).toBe(next);
    await playing.finish();
  });

  it("a PostToolUse hook replaces the output of a call", async () => {
    const playing = await withHook("PostToolUse", { hookSpecificOutput: { updatedToolOutput: "changed" } });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["changed"]);
  });

  it("a hook with continue: false ends the turn after the call", async () => {
    const playing = await withHook("PreToolUse", { continue: false, stopReason: "enough" });
    await playing.finish();
    expect(playing.outline().slice(-2)).toEqual(["user tool_result", "result success"]);
  });

  it("a Stop hook that blocks makes the model continue", async () => {
    const playing = await withHook("Stop", { decision: "block", reason: "keep going" });
    playing.answer({});
    await playing.finish();
    expect(userTexts(playing)).toContain("Stop hook feedback:\nkeep going");
    expect(playing.results()[0]).toMatchObject({ result: "done again" });
  });

  it("calls UserPromptSubmit and SessionStart hooks before init", async () => {
    for (const event of ["UserPromptSubmit", "SessionStart"]) {
      const playing = await withHook(event, {});
      const outline = playing.outline();
      expect(outline.indexOf("ask hook_callback")).toBeLessThan(outline.indexOf("init"));
      await playing.finish();
    }
  });

  it("calls a hook only for the tools of its matcher", async () => {
    const playing = play([{ replies: [[look], "done"] }]);
    playing.control("initialize", registered("PreToolUse", "Write|Edit"));
    playing.user("go");
    await playing.finish();
    expect(playing.outline()).not.toContain("ask hook_callback");
  });

  it("treats a failed hook as a hook without a decision", async () => {
    const playing = play([{ replies: [[look], "done"] }]);
    playing.control("initialize", registered("PreToolUse"));
    playing.user("go");
    await playing.quiet();
    const asked = playing.lines.findLast((line) => line["type"] === "control_request");
    playing.send({
      type: "control_response",
      response: { subtype: "error", request_id: asked?.["request_id"], error: "x" },
    });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["hi"]);
  });
});

describe("MCP servers in the host", () => {
  async function connected(version: string): Promise<Playing> {
    const call = { tool: "mcp__lab__picture", input: { size: 2 } };
    const playing = play([{ replies: [[call], "seen"] }], { version });
    playing.control("initialize", { sdkMcpServers: ["lab"] });
    playing.user("go");
    await playing.quiet();
    for (let answered = 0; answered < 3;) {
      const asked = playing.lines.filter((line) => line["type"] === "control_request");
      for (const line of asked.slice(answered)) {
        const request = line["request"] as { message: { method: string; id?: number } };
        const result = request.message.method === "tools/list" ? { tools: [{ name: "picture" }] } : {};
        const mcp = { jsonrpc: "2.0", id: request.message.id ?? 0, result };
        playing.send({
          type: "control_response",
          response: { subtype: "success", request_id: line["request_id"], response: { mcp_response: mcp } },
        });
        answered += 1;
      }
      await playing.quiet();
    }
    return playing;
  }

  it.each([
    ["2.1.325", ["ask mcp_message", "answer success", "ask mcp_message", "ask mcp_message"]],
    ["2.0.76", ["ask mcp_message", "answer success", "ask mcp_message", "ask mcp_message"]],
    ["2.0.30", ["answer success", "ask mcp_message", "ask mcp_message", "ask mcp_message"]],
  ])("connects to the server in the order of %s", async (version, outline) => {
    const playing = await connected(version);
    expect(playing.outline().slice(0, 4)).toEqual(outline);
    await playing.finish();
  });

  it("calls a tool of the server and writes its result", async () => {
    const playing = await connected("2.1.325");
    const asked = playing.lines.findLast((line) => line["type"] === "control_request")?.["request"] as JsonObject;
    expect(asked).toMatchObject({
      server_name: "lab",
      message: { method: "tools/call", params: { name: "picture", arguments: { size: 2 } } },
    });
    playing.answer({
      mcp_response: { jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text: "a picture" }] } },
    });
    expect(await playing.finish()).toBe(0);
    expect(playing.events().find((event) => event.type === "tool-result")).toMatchObject({ isError: false });
    expect(playing.lines.find((line) => line["subtype"] === "init")?.["tools"]).toContain("mcp__lab__picture");
  });
});
