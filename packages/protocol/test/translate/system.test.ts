// System messages, rate limits, retries and the control protocol.
import { describe, expect, it } from "vitest";
import { createDecoder, originalOf, type Event } from "../../src/index.ts";
import { assistant, decodeLines, only, text, toolUse, type Line } from "./lines.ts";

function system(subtype: string, fields: Line = {}): Line {
  return { type: "system", subtype, session_id: "s1", ...fields };
}

/** Returns the only event of a line, without the common fields. */
function eventOf(line: Line): Record<string, unknown> {
  const [event, ...more] = decodeLines([line]);
  expect(more).toEqual([]);
  const {
    agent: _agent,
    line: _line,
    sessionId: _session,
    uuid: _uuid,
    ...rest
  } = event as Event & Record<string, unknown>;
  return rest;
}

describe("system messages", () => {
  it("give the session's model, tools and settings", () => {
    const event = eventOf(
      system("init", {
        model: "claude-opus-4-6",
        tools: ["Bash"],
        mcp_servers: [{ name: "notion", status: "needs-auth" }],
        permissionMode: "default",
        claude_code_version: "2.1.74",
        plugins: [{ name: "rust" }],
        fast_mode_state: "off",
      }),
    );
    expect(event).toEqual({
      type: "session-init",
      model: "claude-opus-4-6",
      tools: ["Bash"],
      mcpServers: [{ name: "notion", status: "needs-auth" }],
      permissionMode: "default",
      version: "2.1.74",
      fastModeState: "off",
      slashCommands: [],
      agents: [],
      skills: [],
      plugins: [{ name: "rust" }],
      capabilities: [],
    });
  });

  it("give retries in the documented and in the real form", () => {
    const documented = { attempt: 1, max_retries: 5, retry_delay_ms: 2000, error_status: 529, error: "server_error" };
    expect(eventOf(system("api_retry", documented))).toEqual({
      type: "retry",
      attempt: 1,
      maxRetries: 5,
      delayMs: 2000,
      status: 529,
      error: "server_error",
    });
    expect(eventOf(system("api_retry", { attempt: 2, error_status: null, error: "unknown" }))).toMatchObject({
      status: null,
    });
  });

  it("give compaction, state and status", () => {
    expect(
      eventOf(
        system("compact_boundary", { compact_metadata: { trigger: "manual", pre_tokens: 900, post_tokens: 90 } }),
      ),
    ).toEqual({
      type: "compaction",
      trigger: "manual",
      preTokens: 900,
      postTokens: 90,
    });
    expect(eventOf(system("session_state_changed", { state: "requires_action" }))).toEqual({
      type: "session-state",
      state: "requires-action",
    });
    expect(eventOf(system("status", { status: null, permissionMode: "plan" }))).toEqual({
      type: "session-status",
      status: null,
      permissionMode: "plan",
    });
  });

  it("that are known but have no separate event are notices with their data", () => {
    expect(eventOf(system("notification", { key: "k", text: "t", priority: "low" }))).toEqual({
      type: "notice",
      subtype: "notification",
      data: { key: "k", text: "t", priority: "low" },
    });
    expect(eventOf({ type: "prompt_suggestion", suggestion: "Run the tests" })).toEqual({
      type: "notice",
      subtype: "prompt_suggestion",
      data: { suggestion: "Run the tests" },
    });
  });

  it("that are unknown keep every field", () => {
    const line = system("brand_new", { x: { y: [1] } });
    const [event] = decodeLines([line]);
    expect(event).toMatchObject({ type: "unknown", wireType: "system", wireSubtype: "brand_new" });
    expect(originalOf(event as Event)).toEqual(line);
  });

  it("retract messages when another model answers after a refusal", () => {
    const events = decodeLines([
      system("model_refusal_fallback", {
        retracted_message_uuids: ["u1"],
        original_model: "a",
        fallback_model: "b",
        content: "",
      }),
    ]);
    expect(events.map((event) => event.type)).toEqual(["message-retracted", "notice"]);
  });

  it("give the lifecycle of a task", () => {
    const events = decodeLines([
      system("task_started", {
        task_id: "k1",
        tool_use_id: "t1",
        description: "east",
        is_backgrounded: true,
        prompt: "look",
      }),
      system("task_progress", {
        task_id: "k1",
        tool_use_id: "t1",
        description: "Running",
        usage: { total_tokens: 5, tool_uses: 1, duration_ms: 9 },
      }),
      system("task_updated", { task_id: "k1", patch: { status: "completed" } }),
      system("background_tasks_changed", { tasks: [{ task_id: "k2", task_type: "local_bash", description: "sleep" }] }),
      system("task_notification", {
        task_id: "k1",
        tool_use_id: "t1",
        status: "completed",
        summary: "done",
        output_file: "f",
      }),
    ]);
    expect(events).toMatchObject([
      { type: "task-start", taskId: "k1", toolUseId: "t1", isBackgrounded: true, prompt: "look" },
      { type: "task-progress", usage: { totalTokens: 5, toolUses: 1, durationMs: 9 } },
      { type: "task-update", status: "completed" },
      { type: "tasks-changed", tasks: [{ taskId: "k2", taskType: "local_bash", description: "sleep" }] },
      { type: "task-end", status: "completed", summary: "done", outputFile: "f" },
    ]);
  });

  it("give hooks, also without an id (2.0.76)", () => {
    expect(
      eventOf(
        system("hook_response", {
          hook_name: "SessionStart:startup",
          hook_event: "SessionStart",
          stdout: "hi",
          exit_code: 0,
        }),
      ),
    ).toEqual({
      type: "hook-end",
      hookId: "SessionStart:startup",
      name: "SessionStart:startup",
      event: "SessionStart",
      output: "hi",
      exitCode: 0,
    });
  });
});

describe("a rate limit", () => {
  it("is read with its window and overage", () => {
    const info = {
      status: "allowed",
      resetsAt: 1773810000,
      rateLimitType: "five_hour",
      overageStatus: "rejected",
      utilization: 0.5,
    };
    expect(eventOf({ type: "rate_limit_event", rate_limit_info: info })).toEqual({
      type: "rate-limit",
      status: "allowed",
      resetsAt: 1773810000,
      window: "five_hour",
      utilization: 0.5,
      overage: { status: "rejected" },
    });
  });
});

describe("the control protocol", () => {
  const ask = (request: Line, id = "r1"): Line => ({ type: "control_request", request_id: id, request });

  it("gives a permission request under the agent of the call", () => {
    const events = decodeLines([
      system("task_started", { task_id: "k1", tool_use_id: "t1", description: "east" }),
      ask({
        subtype: "can_use_tool",
        tool_name: "Bash",
        input: { command: "ls" },
        tool_use_id: "t2",
        agent_id: "k1",
        decision_reason: "rule",
      }),
    ]);
    expect(only(events, "permission-request")).toMatchObject([
      { agent: "t1", requestId: "r1", toolName: "Bash", toolUseId: "t2", suggestions: [], reason: "rule" },
    ]);
  });

  it("finds the call by name and input, because 1.x gives no id", () => {
    const events = decodeLines([
      assistant("m", [text("x"), toolUse("t9", { command: "ls" })], { parent_tool_use_id: "t1" }),
      ask({ subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" } }),
    ]);
    expect(only(events, "permission-request")).toMatchObject([{ agent: "t1", toolUseId: "t9" }]);
  });

  it("cancels a request", () => {
    expect(eventOf({ type: "control_cancel_request", request_id: "r1" })).toEqual({
      type: "permission-cancel",
      requestId: "r1",
    });
  });

  it("gives any other request, known or not, with its payload", () => {
    expect(eventOf(ask({ subtype: "hook_callback", callback_id: "h", input: {} }))).toEqual({
      type: "control-request",
      requestId: "r1",
      subtype: "hook_callback",
      payload: { callback_id: "h", input: {} },
    });
    expect(eventOf(ask({ subtype: "brand_new" }))).toMatchObject({ type: "control-request", subtype: "brand_new" });
  });

  it("distinguishes answers to the host from echoes of the host's answers", () => {
    const answer = (id: string): Line => ({
      type: "control_response",
      response: { subtype: "success", request_id: id, response: { ok: 1 } },
    });
    const events = decodeLines([
      ask({ subtype: "can_use_tool", tool_name: "Bash", input: {} }),
      answer("r1"),
      answer("mine"),
    ]);
    expect(only(events, "control-response").map((event) => [event.requestId, event.isEcho])).toEqual([
      ["r1", true],
      ["mine", undefined],
    ]);
  });

  it("carries errors with their code", () => {
    const response = {
      subtype: "error",
      request_id: "r1",
      error: "Unsupported control request subtype: cancel",
      error_code: "unsupported_request",
    };
    expect(eventOf({ type: "control_response", response })).toMatchObject({
      subtype: "error",
      errorCode: "unsupported_request",
    });
  });

  it("gives the error that answers a request without an id", () => {
    const response = { subtype: "error", error: "Unsupported control request subtype: compact" };
    expect(eventOf({ type: "control_response", response })).toMatchObject({ requestId: "", subtype: "error" });
  });

  it("gives no event for keep-alive lines, and counts them", () => {
    const decoder = createDecoder({ onEvent: () => expect.unreachable() });
    decoder.push('{"type":"keep_alive"}\n\n');
    decoder.end();
    expect(decoder.stats).toMatchObject({ lines: 2, events: 0, silent: { "keep-alive": 1, blank: 1 } });
  });
});

describe("the session id", () => {
  it("is the one at the top level, and lines without one keep the last", () => {
    const events = decodeLines([
      system("status", { status: "requesting" }),
      { type: "control_cancel_request", request_id: "r", message: { session_id: "wrong" } },
    ]);
    expect(events.map((event) => event.sessionId)).toEqual(["s1", "s1"]);
  });
});

it("knows a published change, the session's name and the fields of 2.1.325", () => {
  const envelope = { type: "system", session_id: "s", uuid: "u" };
  const published = {
    ...envelope,
    subtype: "code_change_published",
    provider: "github",
    url: "https://github.com/example/project/pull/7",
    repo: "example/project",
    identifier: "7",
    action: "created",
  };
  expect(decodeLines([published])).toMatchObject([
    { type: "notice", subtype: "code_change_published", data: { action: "created", identifier: "7" } },
  ]);
  expect(decodeLines([{ ...envelope, subtype: "session_title_changed", title: "Tests" }])).toMatchObject([
    { type: "notice", subtype: "session_title_changed", data: { title: "Tests" } },
  ]);
});
