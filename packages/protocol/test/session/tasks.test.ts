import { describe, expect, it } from "vitest";
import { agentTree, usageByAgent, type AgentNode } from "../../src/session/selectors.ts";
import { answers, calls, event, fold, INIT, says, turnEnd, usageOf } from "./events.ts";

const START = event("task-start", {
  taskId: "t",
  toolUseId: "a",
  description: "east",
  subagentType: "scout",
  prompt: "go",
});

describe("an agent", () => {
  it("is created by the first event that names it, from the call that started it", () => {
    const input = { description: "east", subagent_type: "scout", prompt: "go" };
    const state = fold([...calls("a", "Task", input), event("tool-progress", { toolUseId: "x", agent: "a" })]);
    expect(state.agents.get("a")).toMatchObject({
      id: "a",
      parent: null,
      description: "east",
      agentType: "scout",
      prompt: "go",
      status: "running",
      isBackgrounded: false,
    });
  });

  it("is created by its task", () => {
    expect(fold([START]).agents.get("a")).toMatchObject({
      description: "east",
      agentType: "scout",
      prompt: "go",
      taskId: "t",
    });
    expect(fold([event("task-start", { taskId: "t", toolUseId: "b", taskType: "local_bash" })]).agents.size).toBe(0);
  });

  it("is completed by the result of its call where there are no tasks", () => {
    expect(
      fold([...calls("a", "Task"), ...says("m", "x", { agent: "a" }), answers("a", "done")]).agents.get("a")?.status,
    ).toBe("completed");
    const failed = answers("a", "no", { isError: true });
    expect(fold([...calls("a", "Task"), ...says("m", "x", { agent: "a" }), failed]).agents.get("a")?.status).toBe(
      "failed",
    );
  });

  it("continues in the background when the result of its call says that it was launched", () => {
    const launched = answers("a", "launched", { structured: { status: "async_launched" } });
    for (const events of [
      [...says("m", "x", { agent: "a" }), launched],
      [START, launched],
      [launched, ...says("m", "x", { agent: "a" })],
    ]) {
      const state = fold([...calls("a", "Task"), ...events]);
      expect(state.agents.get("a")).toMatchObject({ status: "running", isBackgrounded: true });
    }
  });

  it("has the status and figures of its task", () => {
    const usage = { totalTokens: 32, toolUses: 1, durationMs: 239 };
    const state = fold([
      ...calls("a", "Task"),
      START,
      event("message-end", { messageId: "m", agent: "a", stopReason: null, usage: usageOf(12, 1) }),
      event("task-progress", { taskId: "t", description: "Running look", lastToolName: "Bash" }),
      event("task-update", { taskId: "t", status: "completed" }),
      event("task-end", { taskId: "t", status: "completed", usage, summary: "east reports" }),
      answers("a", "done"),
    ]);
    expect(state.agents.get("a")?.status).toBe("completed");
    expect(state.tasks.get("t")).toMatchObject({ description: "east", doing: "Running look", summary: "east reports" });
    expect(usageByAgent(state)).toEqual([
      { agent: null, usage: usageOf(0, 0), taskUsage: undefined },
      { agent: "a", usage: usageOf(12, 1), taskUsage: usage },
    ]);
  });

  it("is a child of the agent whose call started it, whichever appears first", () => {
    const callFirst = fold([
      ...calls("a", "Task"),
      ...calls("b", "Task", {}, { agent: "a" }),
      ...says("m", "x", { agent: "b" }),
    ]);
    const agentFirst = fold([
      ...says("m", "x", { agent: "b" }),
      ...calls("b", "Task", {}, { agent: "a" }),
      ...calls("a", "Task"),
    ]);
    expect(namesOf(agentTree(callFirst))).toEqual([null, ["a", ["b"]]]);
    expect(namesOf(agentTree(agentFirst))).toEqual([null, ["a", ["b"]]]);
  });

  it("appears once in the tree, even if agents claim to have started each other", () => {
    const circle = fold([
      ...calls("a", "Task", {}, { agent: "b" }),
      ...calls("b", "Task", {}, { agent: "a" }),
      ...calls("c", "Task", {}, { agent: "c" }),
    ]);
    expect(namesOf(agentTree(circle)).flat(9).map(String).sort()).toEqual(["a", "b", "c", "null"]);
  });
});

describe("a task", () => {
  it("of an older CLI goes to the background when its call is answered before its end", () => {
    const bash = event("task-start", { taskId: "t", toolUseId: "c", taskType: "local_bash" });
    const state = fold([INIT, ...calls("c", "Bash"), bash, answers("c", "started"), turnEnd()]);
    expect(state.tasks.get("t")).toMatchObject({ status: "running", isBackgrounded: true });
    expect(state.status).toBe("background");
  });

  it("of an older CLI ends when the result of its call says completed", () => {
    const done = answers("a", "done", { structured: { status: "completed" } });
    expect(fold([...calls("a", "Task"), START, done]).tasks.get("t")?.status).toBe("completed");
  });

  it("in the foreground ends when its call is answered", () => {
    const front = event("task-start", { taskId: "t", toolUseId: "a", isBackgrounded: false, subagentType: "scout" });
    expect(fold([...calls("a", "Task"), front, answers("a", "done")]).agents.get("a")?.status).toBe("completed");
  });

  it("in a new list of tasks is running, and one missing from it has left the background", () => {
    const background = event("task-start", { taskId: "t", isBackgrounded: true });
    const list = event("tasks-changed", { tasks: [{ taskId: "n", description: "build" }] });
    const state = fold([background, list]);
    expect(state.backgroundTaskIds).toEqual(["n"]);
    expect(state.tasks.get("n")).toMatchObject({ description: "build", status: "running", isBackgrounded: true });
  });

  it("that was not announced is created by the first event about it", () => {
    expect(fold([event("task-end", { taskId: "t", status: "failed" })]).tasks.get("t")).toEqual({
      taskId: "t",
      status: "failed",
    });
  });
});

type Names = (string | null | Names)[];

function namesOf({ agent, children }: AgentNode): Names {
  return [agent.id, ...children.map(namesOf)];
}
