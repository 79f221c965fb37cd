import { expect, test } from "vitest";

import { createScript } from "../../../src/scenario/play/script.ts";
import type { TurnScript } from "../../../src/scenario/play/script.ts";
import type { Block, Scenario, ToolBlock } from "../../../src/scenario/types.ts";

function rest(script: TurnScript | undefined): readonly (readonly Block[])[] {
  const replies: (readonly Block[])[] = [];
  for (let reply = script?.next(); reply !== undefined; reply = script?.next()) replies.push(reply.blocks);
  return replies;
}

function first(script: TurnScript | undefined): unknown {
  return script?.next()?.blocks[0];
}

function agent(prompt: string, ...replies: readonly (string | readonly Block[])[]): ToolBlock {
  return { tool: "Agent", input: { prompt }, agent: { replies } };
}

test("plays turns without a prompt in order, and then the default text", () => {
  const script = createScript({ turns: [{ replies: ["one", "more"] }, { replies: ["two"] }] });
  expect(rest(script.turnFor("a"))).toEqual([[{ text: "one" }], [{ text: "more" }]]);
  expect(first(script.turnFor("a"))).toEqual({ text: "two" });
  expect(script.turnsPlayed).toBe(2);
  expect(first(script.turnFor("a"))).toEqual({ text: "The scenario has no turn for this prompt." });
  expect(script.turnsPlayed).toBe(2);
});

test("prefers a turn with a matching prompt to the next one in order, and plays it once", () => {
  const scenario: Scenario = {
    turns: [
      { replies: ["any"] },
      { prompt: "hello", replies: ["exact"] },
      { prompt: { contains: "world" }, replies: ["contains"] },
      { prompt: { matches: "^\\p{L}+\\d$" }, replies: ["matches"] },
      { prompt: { contains: "a", matches: "b" }, replies: ["both"] },
    ],
    otherwise: ["what?"],
  };
  const script = createScript(scenario);
  const say = (prompt: string): unknown => first(script.turnFor(prompt));
  expect(say(" hello\n")).toEqual({ text: "exact" });
  expect(say("xa")).toEqual({ text: "any" });
  expect(say("hello")).toEqual({ text: "what?" });
  expect(say("the world is")).toEqual({ text: "contains" });
  expect(say("é1")).toEqual({ text: "matches" });
  expect(say("ab")).toEqual({ text: "both" });
  expect(script.played).toEqual([1, 0, 2, 3, 4]);
  expect(say("anything")).toEqual({ text: "what?" });
});

test("a resumed session continues after its played turns", () => {
  const scenario: Scenario = { turns: [{ replies: ["one"] }, { replies: ["two"] }, { replies: ["three"] }] };
  expect(first(createScript(scenario, { played: 2 }).turnFor("x"))).toEqual({ text: "three" });
  const script = createScript(scenario, { played: [1] });
  expect(first(script.turnFor("x"))).toEqual({ text: "one" });
  expect(first(script.turnFor("x"))).toEqual({ text: "three" });
  expect(script.turnsPlayed).toBe(3);
});

test("normalizes replies to blocks and a stop reason", () => {
  const turn = createScript({
    turns: [
      {
        replies: [
          "text",
          [{ thinking: "hm" }, { tool: "Bash", input: {} }],
          { blocks: [{ text: "cut" }], stopReason: "max_tokens", delayMs: 5 },
          { error: { status: 529 } },
        ],
      },
    ],
  }).turnFor("x");
  expect(turn.left).toBe(4);
  expect(turn.next()).toEqual({ blocks: [{ text: "text" }], stopReason: "end_turn" });
  expect(turn.next()).toEqual({ blocks: [{ thinking: "hm" }, { tool: "Bash", input: {} }], stopReason: "tool_use" });
  expect(turn.next()).toEqual({ blocks: [{ text: "cut" }], stopReason: "max_tokens", delayMs: 5 });
  expect(turn.next()).toEqual({ blocks: [], stopReason: "end_turn", error: { status: 529 } });
  expect(turn.left).toBe(0);
  expect(turn.next()).toBeUndefined();
});

test("each notice of a background task has its own replies, and a default after the last", () => {
  const turn = createScript({ turns: [{ replies: ["go"], notices: [["one", "more"], ["two"]] }] }).turnFor("x");
  expect(rest(turn.notice())).toEqual([[{ text: "one" }], [{ text: "more" }]]);
  expect(rest(turn.notice())).toEqual([[{ text: "two" }]]);
  expect(rest(turn.notice())).toEqual([[{ text: "The background task has ended." }]]);
});

test("finds agents by their prompt at any depth", () => {
  const script = createScript({
    turns: [
      {
        replies: [[agent("outer", [agent("inner", "inner says")], "outer says")]],
        notices: [[[agent("late", "late says")]]],
      },
    ],
    otherwise: [[agent("other", "other says")]],
  });
  expect(first(script.agentFor("inner"))).toEqual({ text: "inner says" });
  expect(rest(script.agentFor("outer")).at(-1)).toEqual([{ text: "outer says" }]);
  expect(first(script.agentFor("late"))).toEqual({ text: "late says" });
  expect(first(script.agentFor("other"))).toEqual({ text: "other says" });
  expect(script.agentFor("nobody")).toBeUndefined();
});

test("finds an agent's prompt inside other text, and prefers the longest match", () => {
  const script = createScript({
    turns: [{ replies: [[agent("look", "short"), agent("look east", "long"), agent("a look east b", "whole")]] }],
  });
  expect(first(script.agentFor("<x>look east</x>"))).toEqual({ text: "long" });
  expect(first(script.agentFor("<x>look west</x>"))).toEqual({ text: "short" });
  expect(first(script.agentFor("a look east b"))).toEqual({ text: "whole" });
});

test("plays two agents with the same prompt one after the other, or separately by their call", () => {
  const [one, two] = [agent("same", "one", "one more"), agent("same", "two")];
  const script = createScript({ turns: [{ replies: [[one, two]] }] });
  expect(["", "", "", ""].map(() => first(script.agentFor("same")))).toEqual([
    { text: "one" },
    { text: "one more" },
    { text: "two" },
    undefined,
  ]);
  expect([first(script.agentOf(two)), first(script.agentOf(one)), first(script.agentOf(one))]).toEqual([
    { text: "two" },
    { text: "one" },
    { text: "one" },
  ]);
  expect(script.agentOf({ tool: "Bash", input: {} })).toBeUndefined();
});
