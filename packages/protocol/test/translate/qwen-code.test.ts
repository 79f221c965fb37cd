// Qwen Code writes the same wire with habits of its own. What they are, each on a recording of 0.24.4; that nothing is
// lost or told twice is tested with the other recordings.

import { describe, expect, it } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { createDecoder, originalOf, type Event, type EventOf, type EventType } from "../../src/index.ts";

function eventsOf(text: string): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(text);
  decoder.end();
  return events;
}

const recording = (name: string): string => loadRun(`recordings/qwen-code-0.24.4/${name}`).stdout.toString();

function ofType<Type extends EventType>(name: string, type: Type): EventOf<Type>[] {
  return eventsOf(recording(name)).filter((event) => event.type === type) as EventOf<Type>[];
}

describe("a stream of Qwen Code", () => {
  it("tells its version under a name of its own, and the permission mode under ours", () => {
    const [init] = ofType("tool", "session-init");
    expect(init).toMatchObject({ qwenCodeVersion: "0.24.4", permissionMode: "yolo" });
    expect(init).not.toHaveProperty("version");
  });

  it("keeps the text before a call, in one message with the call, although their lines have ids of their own", () => {
    const types = eventsOf(recording("tool")).map(({ type }) => type);
    expect(types.slice(2, types.indexOf("tool-result"))).toEqual([
      "message-start",
      "text-start",
      "text-delta",
      "text-delta",
      "text-delta",
      "text-end",
      "tool-call-start",
      "tool-call-delta",
      "tool-call-end",
      "message-end",
    ]);
    expect(new Set(ofType("tool", "message-end").map(({ messageId }) => messageId)).size).toBe(2);
  });

  it("counts the tokens of a message once", () => {
    const figures = ofType("thinking-tool", "message-end").map(({ usage }) => usage?.outputTokens);
    expect(figures).toEqual([20, 20]);
  });

  it("counts the tokens of each turn, where the wire has those of the process", () => {
    const turns = ofType("two-turns", "turn-end");
    expect(turns.map(({ mainAgentUsage }) => [mainAgentUsage?.inputTokens, mainAgentUsage?.outputTokens])).toEqual([
      [12, 20],
      [12, 20],
    ]);
    expect(turns.map(({ totalCostUsd }) => totalCostUsd)).toEqual([undefined, undefined]);
  });

  it("says why a turn failed", () => {
    expect(ofType("api-error-400", "turn-end")).toMatchObject([
      { outcome: "error", text: "[API Error: 400 the request is refused]" },
    ]);
  });

  it("has one end per turn, although a sub-agent that fails writes a result as well", () => {
    expect(ofType("agent-fails", "turn-end").map(({ text }) => text)).toEqual(["The agent failed."]);
    expect(ofType("agent-fails", "notice").map(({ subtype }) => subtype)).toEqual(["goal_state", "result"]);
  });

  it("ends each message of a sub-agent, which has no start and no stop on the wire", () => {
    const events = eventsOf(recording("agent")).filter(({ agent }) => agent !== null);
    const ends = events.flatMap((event) => (event.type === "message-end" ? event.messageId : []));
    expect(new Set(ends).size).toBe(3);
    expect(ends).toHaveLength(3);
  });

  it("has the fields of tasks in `data`", () => {
    expect(ofType("background-agent", "task-start")).toMatchObject([
      { taskId: "general-purpose-call_14", toolUseId: "call_14", description: "Count the lines" },
    ]);
    const [end] = ofType("background-agent", "task-end");
    expect(end).toMatchObject({ taskId: "general-purpose-call_14", status: "completed", usage: { toolUses: 1 } });
    expect(end && originalOf(end)).toHaveProperty("data.task_id");
  });

  it("writes notices of tasks as user lines: they are not the person's", () => {
    expect(ofType("background-agent", "user-message").map(({ origin }) => origin)).toEqual([
      "subagent-prompt",
      "synthetic",
    ]);
  });

  it("tells progress of a command among the API's events", () => {
    const [first] = ofType("shell", "tool-progress");
    expect(first).toMatchObject({ toolUseId: "call_23", elapsedSeconds: 1.004 });
  });
});

describe("without a version of Qwen Code in init", () => {
  it("a whole message where one was streaming still replaces it, as in 2.1.74 and older", () => {
    const text = recording("tool").replace('"qwen_code_version":"0.24.4",', "");
    expect(eventsOf(text).filter(({ type }) => type === "message-retracted")).not.toEqual([]);
  });
});
