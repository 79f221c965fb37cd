import { describe, expect, it } from "vitest";
import { endSession } from "../../src/session/turns.ts";
import { initialState, type SessionStatus } from "../../src/session/state.ts";
import type { Event } from "../../src/translate/events.ts";
import { answers, asks, calls, event, fold, INIT, says, turnEnd } from "./events.ts";

const ANSWER = event("control-response", { requestId: "i", subtype: "success" });
const NOTICE = event("notice", { subtype: "command_lifecycle", data: {} });
const COMPACTING = event("session-status", { status: "compacting" });
const RETRY = event("retry", { attempt: 1, status: 529 });
const BACKGROUND = event("task-start", { taskId: "t", toolUseId: "a", isBackgrounded: true });
const COMPACTION = event("compaction", { preTokens: 100, postTokens: 10 });

function state(value: string): Event {
  return event("session-state", { state: value });
}
function task(status: string): Event {
  return event("task-end", { taskId: "t", status });
}

const CASES: readonly [name: string, events: readonly Event[], status: SessionStatus][] = [
  ["is starting before any event", [], "starting"],
  ["is idle when the CLI has answered initialize", [ANSWER], "idle"],
  [
    "is idle when the CLI has refused a request",
    [event("control-response", { requestId: "i", subtype: "error" })],
    "idle",
  ],
  ["is starting while only our own answer is echoed", [{ ...ANSWER, isEcho: true }], "starting"],
  ["is running when a turn follows the answer", [ANSWER, INIT], "running"],
  ["stays running when a request is answered in a turn", [INIT, ANSWER], "running"],
  ["is running when a sub-agent's event follows an answer", [ANSWER, ...says("m", "x", { agent: "a" })], "running"],
  ["is starting after notices and unknown lines", [NOTICE, event("unknown", { wireType: "x" })], "starting"],
  ["is running from init on", [INIT], "running"],
  ["is running from the first message on", [event("message-start", { messageId: "m" })], "running"],
  [
    "is running from a delta whose start was lost",
    [event("text-delta", { messageId: "m", block: 0, text: "x" })],
    "running",
  ],
  [
    "is running from a person's message on",
    [event("user-message", { origin: "replay", content: "x", text: "x" })],
    "running",
  ],
  ["is running when the first event is from a sub-agent", says("m", "x", { agent: "a" }), "running"],
  ["is running while a tool runs", [INIT, ...calls("c", "Bash")], "running"],
  ["is idle after the end of a turn", [INIT, turnEnd()], "idle"],
  [
    "stays idle when lines follow the result",
    [INIT, turnEnd(), NOTICE, event("session-status", { status: null })],
    "idle",
  ],
  [
    "stays idle when a slash command prints",
    [INIT, turnEnd(), event("user-message", { origin: "command-output", content: "", text: "" })],
    "idle",
  ],
  ["stays idle when a late result comes", [INIT, turnEnd(), answers("c", "late")], "idle"],
  ["is running again when the CLI starts a turn itself", [INIT, turnEnd(), INIT], "running"],
  ["runs again with a message after the result", [INIT, turnEnd(), ...says("m", "x")], "running"],
  ["waits while a permission is asked for", [INIT, ...calls("c", "Bash"), asks("r", "c")], "waiting-for-permission"],
  [
    "runs after the request is withdrawn",
    [INIT, asks("r", "c"), event("permission-cancel", { requestId: "r" })],
    "running",
  ],
  [
    "runs after the echo of our answer",
    [INIT, asks("r", "c"), event("control-response", { requestId: "r", subtype: "success", isEcho: true })],
    "running",
  ],
  [
    "keeps waiting when the answer to another request comes",
    [INIT, asks("r", "c"), event("control-response", { requestId: "r", subtype: "success" })],
    "waiting-for-permission",
  ],
  [
    "runs once the tool reports progress",
    [INIT, asks("r", "c"), event("tool-progress", { toolUseId: "c" })],
    "running",
  ],
  ["runs once the tool has answered", [INIT, asks("r", "c"), answers("c", "ok")], "running"],
  [
    "runs once the tool is denied",
    [INIT, asks("r", "c"), event("permission-denied", { toolName: "Bash", toolUseId: "c" })],
    "running",
  ],
  [
    "waits until the last of two requests is gone",
    [INIT, asks("r", "c"), asks("s", "d"), answers("c", "ok")],
    "waiting-for-permission",
  ],
  ["does not wait after the turn", [INIT, asks("r", "c"), turnEnd()], "idle"],
  [
    "waits after the turn for an agent in the background",
    [INIT, BACKGROUND, asks("r", "c", { agent: "a" }), turnEnd()],
    "waiting-for-permission",
  ],
  [
    "does not wait for an agent that has ended",
    [INIT, ...says("m", "x", { agent: "a" }), BACKGROUND, asks("r", "c", { agent: "a" }), turnEnd(), task("killed")],
    "idle",
  ],
  [
    "does not call a hook a permission",
    [INIT, event("control-request", { requestId: "r", subtype: "hook_callback", payload: {} })],
    "running",
  ],
  ["compacts from the status message on", [INIT, COMPACTING], "compacting"],
  ["runs again when compacting is over", [INIT, COMPACTING, event("session-status", { status: null })], "running"],
  ["runs again at the compaction mark", [INIT, COMPACTING, COMPACTION], "running"],
  ["does not compact after the turn", [INIT, COMPACTING, turnEnd()], "idle"],
  ["retries from the retry message on", [INIT, RETRY], "retrying"],
  ["runs again with the next message", [INIT, RETRY, event("message-start", { messageId: "m" })], "running"],
  [
    "runs again when a block restarts",
    [INIT, ...says("m", "x"), RETRY, event("text-start", { messageId: "m", block: 0, restart: true })],
    "running",
  ],
  ["does not retry after the turn", [INIT, RETRY, turnEnd({ outcome: "error" })], "idle"],
  ["is in the background while tasks run after the result", [INIT, BACKGROUND, turnEnd()], "background"],
  ["is running while tasks run during the turn", [INIT, BACKGROUND], "running"],
  ["is idle when the last task ends", [INIT, BACKGROUND, turnEnd(), task("completed")], "idle"],
  [
    "is idle when the list of tasks is empty",
    [INIT, BACKGROUND, turnEnd(), event("tasks-changed", { tasks: [] })],
    "idle",
  ],
  [
    "is in the background by the list of tasks alone",
    [INIT, event("tasks-changed", { tasks: [{ taskId: "x" }] }), turnEnd()],
    "background",
  ],
  [
    "stays in the background while an agent there sends messages",
    [INIT, BACKGROUND, turnEnd(), ...says("m", "x", { agent: "a" })],
    "background",
  ],
  [
    "is in the background when a task moves there",
    [
      INIT,
      event("task-start", { taskId: "t", isBackgrounded: false }),
      event("task-update", { taskId: "t", isBackgrounded: true }),
      turnEnd(),
    ],
    "background",
  ],
  [
    "is idle when a foreground task was left without an end",
    [INIT, event("task-start", { taskId: "t", isBackgrounded: false }), turnEnd()],
    "idle",
  ],
  ["is running before init if the CLI says so", [state("running")], "running"],
  ["keeps running after a result until the CLI says idle", [state("running"), INIT, turnEnd()], "running"],
  ["is idle when the CLI says so", [state("running"), INIT, turnEnd(), state("idle")], "idle"],
  [
    "is idle without a result when the CLI says so",
    [INIT, ...calls("c", "Bash"), asks("r", "c"), state("idle")],
    "idle",
  ],
  [
    "is in the background, not idle, when the CLI says idle while tasks run",
    [INIT, BACKGROUND, turnEnd(), state("idle")],
    "background",
  ],
  ["runs again after idle", [INIT, turnEnd(), state("idle"), INIT], "running"],
  ["waits when the CLI requires action", [INIT, state("requires-action")], "waiting-for-permission"],
  [
    "runs when the CLI says so after a request, although our answer is not on the stream",
    [INIT, ...calls("t1", "Bash"), asks("r1", "t1"), state("requires-action"), state("running")],
    "running",
  ],
  ["runs when the CLI no longer requires action", [INIT, state("requires-action"), state("running")], "running"],
  ["requires no action after the turn", [INIT, state("requires-action"), turnEnd()], "idle"],
];

describe("a session", () => {
  it.each(CASES)("%s", (_name, events, status) => {
    expect(fold(events).status).toBe(status);
  });

  it.each(CASES)("has ended after the end of the stream, although it %s", (_name, events) => {
    const ended = endSession(fold(events));
    expect(ended.status).toBe("ended");
    expect(ended.openToolIds).toEqual([]);
    expect(ended.requests).toEqual([]);
    expect(ended.backgroundTaskIds).toEqual([]);
    expect(endSession(ended).status).toBe("ended");
  });

  it("always starts from the same state object", () => {
    expect(initialState()).toBe(initialState());
  });

  it("continues after its end if lines follow, because another process resumed it", () => {
    const ended = endSession(fold([INIT, turnEnd()]));
    expect(fold([NOTICE], ended).status).toBe("ended");
    expect(fold([INIT], ended).status).toBe("running");
  });

  it("shows what its end cut off", () => {
    const open = [
      INIT,
      event("text-start", { messageId: "m", block: 0 }),
      event("text-delta", { messageId: "m", block: 0, text: "half" }),
      ...calls("a", "Task"),
      ...calls("c", "Bash", {}, { agent: "a" }),
      event("task-start", { taskId: "t", toolUseId: "a", subagentType: "explorer" }),
    ];
    const ended = endSession(fold(open));
    expect(ended.main.status).toBe("stopped");
    expect(ended.main.messages.at(0)).toMatchObject({ status: "aborted" });
    expect(ended.agents.get("a")?.status).toBe("stopped");
    expect(ended.tasks.get("t")?.status).toBe("stopped");
    expect(ended.toolCalls.toArray().map(({ status }) => status)).toEqual(["aborted", "aborted"]);
  });

  it("counts events, unknown and malformed lines", () => {
    const malformed = event("malformed", { reason: "not-json", detail: "", text: "{" });
    const events = [NOTICE, event("unknown", { wireType: "x" }), malformed, malformed];
    expect(fold(events).counts).toEqual({ events: 4, unknown: 1, malformed: 2 });
  });
});
