import { describe, expect, it } from "vitest";
import { failedTools, openTools, pendingPermissions } from "../../src/session/selectors.ts";
import type { SessionState } from "../../src/session/state.ts";
import { answers, asks, calls, event, fold, INIT, readRecording, says, turnEnd } from "./events.ts";

const PLACE = { messageId: "m", block: 0, toolUseId: "c" };

describe("a tool call", () => {
  it("shows its input while it streams, and the complete input at its end", () => {
    const streaming = fold([
      event("tool-call-start", { ...PLACE, name: "Bash" }),
      event("tool-call-delta", { ...PLACE, partialJson: '{"a"' }),
      event("tool-call-delta", { ...PLACE, partialJson: ":1}" }),
    ]);
    expect(callOf(streaming)).toMatchObject({
      status: "streaming",
      inputText: '{"a":1}',
      name: "Bash",
      messageId: "m",
    });
    const running = fold([event("tool-call-end", { ...PLACE, name: "Bash", input: { a: 1 } })], streaming);
    expect(callOf(running)).toMatchObject({ status: "running", inputText: "", input: { a: 1 } });
    expect(openTools(running)).toEqual([callOf(running)]);
  });

  it("ends with its result", () => {
    const state = fold([...calls("c", "Bash"), answers("c", "ok", { structured: { stdout: "ok" } })]);
    expect(callOf(state)).toMatchObject({
      status: "succeeded",
      result: { text: "ok", content: "ok", isError: false, structured: { stdout: "ok" } },
    });
    expect(openTools(state)).toEqual([]);
  });

  it("fails with an error", () => {
    const state = fold([...calls("c", "Bash"), answers("c", "no", { isError: true })]);
    expect(callOf(state)?.status).toBe("failed");
    expect(failedTools(state)).toEqual([callOf(state)]);
  });

  it("takes its duration from the times of its events", () => {
    const state = fold([...calls("c", "Bash", {}, { at: 1000 }), answers("c", "ok", { at: 1250 })]);
    expect(callOf(state)).toMatchObject({ startedAt: 1000, endedAt: 1250, durationMs: 250 });
  });

  it("is not created by 2.1.325's reports of an agent's retries, which are progress of the agent's own call", () => {
    const { events, served } = readRecording("2.1.325", "agent-errors", "scenarios");
    const made = new Set(served.flatMap(({ blocks }) => blocks.map(({ id }) => id ?? "")));
    const told = events.flatMap((item) => (item.type === "tool-progress" ? [item.toolUseId] : []));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((id) => !made.has(id))).toEqual([]);
    expect(
      fold(events)
        .toolCalls.toArray()
        .filter(({ id }) => !made.has(id)),
    ).toEqual([]);
  });

  it("takes its duration from the last progress report where times are missing", () => {
    const progress = event("tool-progress", { toolUseId: "c", elapsedSeconds: 2.5 });
    expect(callOf(fold([...calls("c", "Bash"), progress, answers("c", "ok")]))?.durationMs).toBe(2500);
    expect(callOf(fold([...calls("c", "Bash"), answers("c", "ok")]))).not.toHaveProperty("durationMs");
  });

  it("is aborted if it was cut off, and keeps the input so far", () => {
    const state = fold([
      event("tool-call-start", { ...PLACE, name: "Bash" }),
      event("tool-call-delta", { ...PLACE, partialJson: '{"a' }),
      event("tool-call-end", { ...PLACE, name: "Bash", input: null, aborted: true }),
    ]);
    expect(callOf(state)).toMatchObject({ status: "aborted", input: null, inputText: '{"a' });
    expect(openTools(state)).toEqual([]);
  });

  it("runs after all if it starts again and is complete", () => {
    const state = fold([
      event("tool-call-start", { ...PLACE, name: "Bash" }),
      event("tool-call-end", { ...PLACE, name: "Bash", input: null, aborted: true }),
      event("tool-call-start", { ...PLACE, name: "Bash", restart: true }),
      event("tool-call-end", { ...PLACE, name: "Bash", input: {} }),
    ]);
    expect(callOf(state)?.status).toBe("running");
  });

  it("keeps its result if its block is sent again", () => {
    const again = event("tool-call-start", { ...PLACE, name: "Bash", restart: true });
    const state = fold([...calls("c", "Bash"), answers("c", "ok"), again]);
    expect(callOf(state)).toMatchObject({ status: "succeeded", result: { text: "ok" } });
  });

  it("is a new call if a stream reuses its id", () => {
    const state = fold([...calls("c", "Bash"), answers("c", "ok"), turnEnd(), ...calls("c", "Read")]);
    expect(callOf(state)).toMatchObject({ name: "Read", status: "running" });
    expect(callOf(state)).not.toHaveProperty("result");
    expect(state.toolCalls.toArray().map(({ name, status }) => [name, status])).toEqual([
      ["Bash", "succeeded"],
      ["Read", "running"],
    ]);
  });

  it("is aborted when its turn ends without a result", () => {
    expect(callOf(fold([INIT, ...calls("c", "Bash"), turnEnd()]))?.status).toBe("aborted");
  });

  it("continues after the turn if its agent does", () => {
    const background = event("task-start", { taskId: "t", toolUseId: "a", subagentType: "x", isBackgrounded: true });
    const state = fold([
      ...calls("a", "Task"),
      background,
      answers("a", "launched"),
      ...calls("c", "Bash", {}, { agent: "a" }),
      turnEnd(),
    ]);
    expect(callOf(state)?.status).toBe("running");
    expect(state.agents.get("a")?.status).toBe("running");
  });

  it("is aborted with the agent that made it", () => {
    const state = fold([
      ...calls("a", "Task"),
      ...calls("c", "Bash", {}, { agent: "a" }),
      turnEnd({ outcome: "interrupted" }),
    ]);
    expect(state.toolCalls.toArray().map(({ status }) => status)).toEqual(["aborted", "aborted"]);
    expect(state.agents.get("a")?.status).toBe("stopped");
  });

  it("is created by its result alone", () => {
    expect(callOf(fold([answers("c", "ok", { agent: "a" })]))).toMatchObject({
      name: "",
      agent: "a",
      status: "succeeded",
    });
  });
});

describe("a permission", () => {
  it("makes its call wait until it is granted", () => {
    const waiting = fold([...calls("c", "Bash"), asks("r", "c")]);
    expect(callOf(waiting)?.status).toBe("waiting-for-permission");
    expect(pendingPermissions(waiting)).toMatchObject([{ requestId: "r", toolName: "Bash", toolUseId: "c" }]);
    const echo = event("control-response", {
      requestId: "r",
      subtype: "success",
      payload: { behavior: "allow" },
      isEcho: true,
    });
    expect(callOf(fold([echo], waiting))?.status).toBe("running");
    expect(pendingPermissions(fold([echo], waiting))).toEqual([]);
  });

  it("denies its call when it is refused, and the error that follows keeps that status", () => {
    const echo = event("control-response", {
      requestId: "r",
      subtype: "success",
      payload: { behavior: "deny" },
      isEcho: true,
    });
    const state = fold([...calls("c", "Bash"), asks("r", "c"), echo]);
    expect(callOf(state)?.status).toBe("denied");
    expect(callOf(fold([answers("c", "denied", { isError: true })], state))?.status).toBe("denied");
  });

  it("refused without asking denies its call", () => {
    const denied = event("permission-denied", { toolName: "Bash", toolUseId: "c", reason: "rule" });
    const state = fold([...calls("c", "Bash"), denied]);
    expect(callOf(state)).toMatchObject({ status: "denied", reason: "rule" });
    expect(failedTools(state)).toHaveLength(1);
  });

  it("refused by a person is read from the list in the result", () => {
    const denials = [{ toolName: "Bash", toolUseId: "c", input: {} }];
    const state = fold([
      ...calls("c", "Bash"),
      asks("r", "c"),
      answers("c", "no", { isError: true }),
      turnEnd({ denials }),
    ]);
    expect(callOf(state)?.status).toBe("denied");
  });

  it("may be requested before its call is known", () => {
    const state = fold([asks("r", "c"), ...calls("c", "Bash")]);
    expect(callOf(state)).toMatchObject({ status: "waiting-for-permission", messageId: "message of c" });
  });

  it("is listed once for each request id", () => {
    expect(fold([asks("r", "c"), asks("r", "c")]).requests).toHaveLength(1);
  });
});

describe("another request", () => {
  const hook = event("control-request", { requestId: "h", subtype: "hook_callback", payload: { tool_use_id: "c" } });

  it("is pending until its tool has answered", () => {
    expect(fold([INIT, hook]).requests).toEqual([hook]);
    expect(fold([INIT, hook, answers("c", "ok")]).requests).toEqual([]);
  });

  it("ends when its agent starts the next message", () => {
    expect(fold([INIT, hook, ...says("m", "x", { agent: "a" })]).requests).toHaveLength(1);
    expect(fold([INIT, hook, ...says("m", "x")]).requests).toHaveLength(0);
  });

  it("stays pending if messages have no id, because a new message is only a guess then", () => {
    expect(fold([INIT, hook, ...says("line-1", "x")]).requests).toHaveLength(1);
  });

  it("is dropped when more than 1024 are pending", () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      event("control-request", { requestId: `${index}`, subtype: "mcp_message", payload: {} }),
    );
    expect(fold(many).requests).toHaveLength(1024);
  });
});

function callOf(state: SessionState) {
  return state.toolCalls.get("c");
}
