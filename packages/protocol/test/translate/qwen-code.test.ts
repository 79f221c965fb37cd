// Quirks of Qwen Code, which writes the same wire format, each on a recording of 0.24.4. `test/recordings.test.ts` checks
// that nothing is lost or emitted twice.

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
  it("has its version in its own field, and the permission mode in the usual one", () => {
    const [init] = ofType("tool", "session-init");
    expect(init).toMatchObject({ qwenCodeVersion: "0.24.4", permissionMode: "yolo" });
    expect(init).not.toHaveProperty("version");
  });

  it("keeps the text before a call in one message with the call, although their lines have different ids", () => {
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

  it("counts the tokens of each turn, although the wire has totals of the process", () => {
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

  it("has one end per turn, although a failed sub-agent writes a result too", () => {
    expect(ofType("agent-fails", "turn-end").map(({ text }) => text)).toEqual(["The agent failed."]);
    expect(ofType("agent-fails", "notice").map(({ subtype }) => subtype)).toEqual(["goal_state", "result"]);
  });

  it("ends each message of a sub-agent, although the wire has no start and no stop", () => {
    const events = eventsOf(recording("agent")).filter(({ agent }) => agent !== null);
    const ends = events.flatMap((event) => (event.type === "message-end" ? event.messageId : []));
    expect(new Set(ends).size).toBe(3);
    expect(ends).toHaveLength(3);
  });

  it("has task fields in `data`", () => {
    expect(ofType("background-agent", "task-start")).toMatchObject([
      { taskId: "general-purpose-call_14", toolUseId: "call_14", description: "Count the lines" },
    ]);
    const [end] = ofType("background-agent", "task-end");
    expect(end).toMatchObject({ taskId: "general-purpose-call_14", status: "completed", usage: { toolUses: 1 } });
    expect(end && originalOf(end)).toHaveProperty("data.task_id");
  });

  it("writes task notices as user lines, which are not attributed to the person", () => {
    expect(ofType("background-agent", "user-message").map(({ origin }) => origin)).toEqual([
      "subagent-prompt",
      "synthetic",
    ]);
  });

  it("reports command progress among the API's events", () => {
    const [first] = ofType("shell", "tool-progress");
    expect(first).toMatchObject({ toolUseId: "call_23", elapsedSeconds: 1.004 });
  });
});

describe("without a version of Qwen Code in init", () => {
  it("a complete message still replaces the one that was streaming, as in 2.1.74 and older", () => {
    const text = recording("tool").replace('"qwen_code_version":"0.24.4",', "");
    expect(eventsOf(text).filter(({ type }) => type === "message-retracted")).not.toEqual([]);
  });
});
