import { describe, expect, it } from "vitest";
import { agentTree, finalText, openTools } from "../../src/session/selectors.ts";
import { endSession } from "../../src/session/turns.ts";
import type { AssistantMessage } from "../../src/session/transcript.ts";
import { fold, readRecording, RECORDINGS, VERSIONS } from "./events.ts";

const ALL = VERSIONS.flatMap((version) => RECORDINGS.map((name) => ({ version, name })));

describe.each(ALL)("the recording $name of $version", ({ version, name }) => {
  const { events, served } = readRecording(version, name);
  const state = fold(events);

  it("ends idle, with every call answered and no open request", () => {
    expect(state.status).toBe("idle");
    expect(openTools(state)).toEqual([]);
    expect(state.requests.filter(({ type }) => type === "permission-request")).toEqual([]);
    expect(state.counts).toEqual({ events: events.length, unknown: 0, malformed: 0 });
    expect(endSession(state).main.messages).toBe(state.main.messages);
  });

  it("contains each call of the model with its input", () => {
    const made = served.flatMap(({ blocks }) => blocks).filter(({ type }) => type === "tool_use");
    expect(state.toolCalls.toArray().map(({ id, input }) => ({ id, input }))).toEqual(
      made.map(({ id, input }) => ({ id, input })),
    );
    expect(
      state.toolCalls.toArray().every(({ status, result }) => status === "succeeded" && result !== undefined),
    ).toBe(true);
  });

  it("contains each text of the main agent, and the last one as the final text", () => {
    const main = new Set(
      state.main.messages.toArray().flatMap((message) => (message.type === "assistant" ? [message.id] : [])),
    );
    const texts = served
      .filter(({ id }) => main.has(id))
      .flatMap(({ blocks }) => blocks.flatMap(({ text }) => text ?? []));
    const held = state.main.messages
      .toArray()
      .flatMap((message) => (message.type === "assistant" ? message.blocks.toArray() : []))
      .flatMap((block) => (block.type === "text" ? block.text : []));
    if (name === "interrupted") {
      expect(texts[0]?.startsWith(held[0] ?? "-")).toBe(true);
      expect(finalText(state)).toBe(held[0]);
    } else if (served.length > 0) {
      expect(held).toEqual(texts);
      expect(finalText(state)).toBe(texts.at(-1) ?? "");
    }
  });

  it("adds up to the cost in its results", () => {
    const total = events.findLast((item) => item.type === "turn-end")?.totalCostUsd ?? 0;
    expect(state.ledger.totalCostUsd).toBeCloseTo(total, 12);
  });
});

describe.each(VERSIONS)("two agents of %s", (version) => {
  const state = fold(readRecording(version, "two-agents").events);

  it("are children of the main agent, each with its own call", () => {
    const tree = agentTree(state);
    expect(tree.agent).toBe(state.main);
    expect(tree.children.map(({ agent }) => [agent.id, agent.description, agent.status])).toEqual([
      ["toolu_0001", "east", "completed"],
      ["toolu_0002", "west", "completed"],
    ]);
    for (const { agent } of tree.children) {
      const owned = state.toolCalls.toArray().filter((call) => call.agent === agent.id);
      expect(owned.map(({ input }) => input)).toMatchObject([{ command: `echo ${agent.description}` }]);
      expect(agent.prompt).toContain(`${agent.description} looks around`);
      expect(agent.messages.toArray().filter((message) => message.type === "assistant")).toHaveLength(1);
    }
  });

  it("do not split the main agent's message, although their lines come in the middle of it", () => {
    const first = state.main.messages.toArray().find((message) => message.type === "assistant");
    expect((first as AssistantMessage).blocks.toArray().map(({ type }) => type)).toEqual([
      "text",
      "tool-call",
      "tool-call",
    ]);
  });
});
