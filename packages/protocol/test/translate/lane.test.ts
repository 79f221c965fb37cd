// How long a message is remembered to recognize repeats: the last messages of an agent, up to a limit.
import { describe, expect, it } from "vitest";
import { blockStart, delta, line, start, text as piece, TEXT } from "../laws/stream-lines.ts";
import { decodeLines, only, text, type Line } from "./lines.ts";

function message(id: string, said: string): Line {
  return {
    type: "assistant",
    message: { id, role: "assistant", content: [text(said)] },
    parent_tool_use_id: null,
    session_id: "s",
  };
}

const messages = (count: number, said: string): readonly Line[] =>
  Array.from({ length: count }, (_, number) => message(`later_${number}`, `${number} ${said}`));

describe("a message that is repeated exactly", () => {
  it.each([
    ["is recognized after fifteen others", messages(15, "short"), 1],
    ["is a new message after sixteen others", messages(16, "short"), 2],
    ["is recognized after two long ones", messages(2, "long ".repeat(6000)), 1],
    ["is a new message after too many long ones", messages(4, "long ".repeat(6000)), 2],
    ["is recognized after a single very long one", messages(1, "long ".repeat(60_000)), 1],
  ])("%s", (_when, others, times) => {
    const first = message("first", "Hello.");
    const starts = only(decodeLines([first, ...others, first]), "message-start");
    expect(starts.filter(({ messageId }) => messageId === "first")).toHaveLength(times);
    // A line that has a uuid is remembered for longer than its message.
    const again = only(decodeLines([{ ...first, uuid: "u" }, ...others, { ...first, uuid: "u" }]), "message-start");
    expect(again.filter(({ messageId }) => messageId === "first")).toHaveLength(1);
  });
});

it("with a tool call is remembered, because a nested agent's transcript is recognized by the prompt of its call", () => {
  const entry = (agentId: string, type: string, said: Line): Line => ({
    type,
    isSidechain: true,
    agentId,
    sessionId: "s",
    uuid: `${agentId} ${JSON.stringify(said).slice(0, 60)}`,
    message: { role: type, ...said },
  });
  const call = (id: string, name: string, input: Line): Line => ({
    id: `of ${id}`,
    content: [{ type: "tool_use", id, name, input }],
  });
  const events = decodeLines([
    entry("outer", "assistant", call("toolu_inner", "Task", { prompt: "Look inside." })),
    entry("outer", "assistant", call("toolu_write", "Write", { content: "long ".repeat(20_000) })),
    entry("outer", "assistant", { id: "m", content: [text("Written.")] }),
    entry("outer", "assistant", { id: "n", content: [text("Done.")] }),
    entry("inner", "user", { content: "Look inside." }),
    entry("inner", "assistant", { id: "o", content: [text("I am inside.")] }),
  ]);
  expect(only(events, "text-end").at(-1)).toMatchObject({ agent: "toolu_inner", text: "I am inside." });
});

it("is not forgotten while it streams, whatever other messages come", () => {
  // Without parents the lines' agent is unknown, so another agent's messages come in between.
  const beside = messages(6, "long ".repeat(6000)).map(({ parent_tool_use_id: _parent, ...rest }) => rest);
  const events = decodeLines([
    line(start("open"), 1, { parent_tool_use_id: undefined }),
    line(blockStart(0, TEXT), 2, { parent_tool_use_id: undefined }),
    line(delta(0, piece("Hel")), 3, { parent_tool_use_id: undefined }),
    ...beside,
    line(delta(0, piece("lo.")), 4, { parent_tool_use_id: undefined, api_message_id: "open" }),
  ]);
  expect(only(events, "message-start").filter(({ messageId }) => messageId === "open")).toHaveLength(1);
  expect(
    only(events, "text-end")
      .filter(({ messageId }) => messageId === "open")
      .map((event) => event.text),
  ).toEqual(["Hello."]);
});
