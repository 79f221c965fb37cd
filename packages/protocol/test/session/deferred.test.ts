// A call that a hook deferred, in lines as 2.1.325 wrote them: the end of the first process, and how the next one resumes
// the call.
import { describe, expect, it } from "vitest";
import { endSession } from "../../src/session/turns.ts";
import { initialState, type SessionState } from "../../src/session/state.ts";
import { decodeLines, only, result, type Line } from "../translate/lines.ts";
import { fold } from "./events.ts";

const ID = "toolu_0126JUGsmqTZLF471s4X5fF3";
const INPUT = { command: "touch a.txt", description: "Make a note" };
const ENVELOPE = { session_id: "s", parent_tool_use_id: null };

const call = (id = ID, input: Line = INPUT): Line => ({
  ...ENVELOPE,
  type: "assistant",
  uuid: `u-${id}`,
  message: { id: "m", role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input }] },
});
const hook = (id = ID): Line => ({
  type: "control_request",
  request_id: "r",
  request: {
    subtype: "hook_callback",
    callback_id: "hook_0",
    input: { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: INPUT, tool_use_id: id },
    tool_use_id: id,
  },
});
const init: Line = { type: "system", subtype: "init", session_id: "s", tools: [], model: "opus" };
const deferral = result({
  result: "",
  stop_reason: "tool_deferred",
  terminal_reason: "tool_deferred",
  deferred_tool_use: { id: ID, name: "Bash", input: INPUT },
});
const answer: Line = {
  ...ENVELOPE,
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: ID, content: "ok", is_error: false }] },
};
const attachment = (fields: Line): Line => ({ ...ENVELOPE, type: "attachment", uuid: "a", attachment: fields });

const stateOf = (lines: readonly Line[], before: SessionState = initialState()): SessionState =>
  fold(decodeLines(lines), before);

describe("a turn that ended with a deferred call", () => {
  it("names the call", () => {
    expect(only(decodeLines([init, call(), hook(), deferral]), "turn-end")).toMatchObject([
      { outcome: "success", deferred: { toolUseId: ID, name: "Bash", input: INPUT } },
    ]);
  });

  it("has no deferred call if the CLI names none, or names one without an id", () => {
    const ends = only(decodeLines([result(), result({ deferred_tool_use: { name: "Bash" } })]), "turn-end");
    expect(ends.map(({ deferred }) => deferred)).toEqual([undefined, undefined]);
  });

  it("leaves the call deferred when the session ends, and aborts others without a result", () => {
    const state = endSession(stateOf([init, call("toolu_lost"), call(), hook("toolu_lost"), hook(), deferral]));
    expect(state.toolCalls.toArray().map(({ id, status }) => [id, status])).toEqual([
      ["toolu_lost", "aborted"],
      [ID, "deferred"],
    ]);
    expect(state.openToolIds).toEqual([]);
  });
});

describe("a resumed session", () => {
  const asked = stateOf([hook()]);

  it("recognizes the deferred call by its hook, before any init", () => {
    expect(asked.toolCalls.get(ID)).toMatchObject({ name: "Bash", input: INPUT, status: "running", agent: null });
    expect(asked.status).toBe("running");
  });

  it("ends the call with its result", () => {
    const state = stateOf([hook(), attachment({ type: "hook_success", toolUseID: ID }), answer, init, result()]);
    expect(state.toolCalls.get(ID)).toMatchObject({ name: "Bash", input: INPUT, status: "succeeded" });
    expect(state.counts).toMatchObject({ unknown: 0, malformed: 0 });
  });

  it("continues the call of the state it is folded into", () => {
    const before = stateOf([init, call(), hook(), deferral]);
    expect(stateOf([hook()], before).toolCalls.get(ID)).toMatchObject({ status: "running", messageId: "m" });
    expect(stateOf([hook(), answer], before).toolCalls.get(ID)).toMatchObject({ status: "succeeded", messageId: "m" });
  });

  it("can defer it once more", () => {
    const state = stateOf([
      hook(),
      attachment({ type: "hook_deferred_tool", toolUseID: ID, toolName: "Bash" }),
      deferral,
    ]);
    expect(state.toolCalls.get(ID)).toMatchObject({ status: "deferred", input: INPUT });
  });

  it("does not treat a hook within a turn as an unknown call", () => {
    expect(stateOf([init, hook("toolu_hidden")]).toolCalls.toArray()).toEqual([]);
  });

  it("does not treat a background agent's hook between turns as the main agent's call", () => {
    const ofAgent = hook("toolu_hidden");
    const { request } = ofAgent as { request: { input: Line } };
    const lines = [
      init,
      result(),
      { ...ofAgent, request: { ...request, input: { ...request.input, agent_id: "a1" } } },
    ];
    expect(stateOf(lines)).toMatchObject({ status: "idle", openToolIds: [] });
    const started = {
      type: "system",
      subtype: "task_started",
      task_id: "a1",
      tool_use_id: "toolu_agent",
      session_id: "s",
    };
    expect(only(decodeLines([started, ...lines]), "control-request")).toMatchObject([{ agent: "toolu_agent" }]);
  });
});

describe("a transcript", () => {
  it("shows that its last call was deferred, although it has no turn result", () => {
    const entry = { sessionId: "s", isSidechain: false, parentUuid: null };
    const { session_id: _id, parent_tool_use_id: _parent, ...said } = call();
    const deferred = { type: "hook_deferred_tool", toolUseID: ID, toolName: "Bash", toolInput: INPUT };
    const state = stateOf([
      { ...entry, ...said },
      { ...entry, type: "attachment", attachment: deferred },
    ]);
    expect(endSession(state).toolCalls.get(ID)).toMatchObject({ name: "Bash", status: "deferred", input: INPUT });
  });
});
