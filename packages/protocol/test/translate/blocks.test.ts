// How blocks are distinguished, joined and never emitted twice.
import { describe, expect, it } from "vitest";
import {
  assistant,
  decodeLines,
  only,
  partial,
  result,
  summarizeEvents,
  streamedText,
  text,
  thinking,
  toolUse,
  user,
  type Line,
} from "./lines.ts";

describe("finished lines", () => {
  it("gives a block as a start, one delta with the whole text, and an end", () => {
    expect(summarizeEvents(decodeLines([assistant("m", [text("Hello")]), result()]))).toEqual([
      "message-start m",
      "text-start m/0",
      'text-delta m/0 "Hello"',
      'text-end m/0 "Hello"',
      "message-end m",
      'turn-end success "Hello" 0',
    ]);
  });

  it("emits only the new blocks of a cumulative snapshot", () => {
    const events = decodeLines([
      assistant("m", [thinking("Hm")]),
      assistant("m", [thinking("Hm"), text("Yes")]),
      assistant("m", [thinking("Hm"), text("Yes"), toolUse("t1", { a: 1 })]),
    ]);
    expect(summarizeEvents(events)).toEqual([
      "message-start m",
      "thinking-start m/0",
      'thinking-delta m/0 "Hm"',
      'thinking-end m/0 "Hm"',
      "text-start m/1",
      'text-delta m/1 "Yes"',
      'text-end m/1 "Yes"',
      "tool-call-start m/2",
      'tool-call-delta m/2 {"a":1}',
      'tool-call-end m/2 {"a":1}',
      "message-end m",
    ]);
  });

  it("emits the block of every line when lines share a message id", () => {
    const events = decodeLines([
      assistant("m", [text("one")], { uuid: "u1" }),
      assistant("m", [toolUse("t1")], { uuid: "u2" }),
      assistant("m", [toolUse("t2")], { uuid: "u3" }),
    ]);
    expect(only(events, "text-end")).toHaveLength(1);
    expect(only(events, "tool-call-end").map((event) => [event.toolUseId, event.block])).toEqual([
      ["t1", 1],
      ["t2", 2],
    ]);
  });

  it("treats an equal or longer text under another uuid as a second block", () => {
    const texts = (lines: Parameters<typeof decodeLines>[0]): string[] =>
      only(decodeLines(lines), "text-end").map((event) => event.text);
    expect(
      texts([assistant("m", [text("same")], { uuid: "u1" }), assistant("m", [text("same")], { uuid: "u2" })]),
    ).toEqual(["same", "same"]);
    // Served by a model, and sent like this by 1.0.128, 2.1.74 and 2.1.325.
    expect(
      texts([assistant("m", [text("I")], { uuid: "u1" }), assistant("m", [text("I will")], { uuid: "u2" })]),
    ).toEqual(["I", "I will"]);
  });

  it("ignores a repeated line, with or without a uuid", () => {
    for (const envelope of [{}, { uuid: "u1" }]) {
      const line = assistant("m", [text("once"), toolUse("t1")], envelope);
      const events = decodeLines([line, line]);
      expect(only(events, "text-end")).toHaveLength(1);
      expect(only(events, "tool-call-end")).toHaveLength(1);
    }
  });

  it("ignores a line with a known uuid that is repeated after others", () => {
    const line = (word: string, uuid: string): ReturnType<typeof assistant> => assistant("m", [text(word)], { uuid });
    const events = decodeLines([line("a", "u1"), line("b", "u2"), line("a", "u1")]);
    expect(only(events, "text-end").map((event) => event.text)).toEqual(["a", "b"]);
  });

  it("emits only the added part of a growing text", () => {
    const events = decodeLines([
      assistant("m", [text("He")]),
      assistant("m", [text("Hello")]),
      assistant("m", [text("Hello you")]),
    ]);
    expect(only(events, "text-delta").map((event) => event.text)).toEqual(["He", "llo", " you"]);
    expect(only(events, "text-end").map((event) => event.text)).toEqual(["Hello you"]);
  });

  it("reads thinking from `thinking`, or else from `text`", () => {
    const events = decodeLines([
      assistant("m", [
        { type: "thinking", text: "documented" },
        { type: "thinking", thinking: "real" },
      ]),
    ]);
    expect(only(events, "thinking-end").map((event) => event.text)).toEqual(["documented", "real"]);
  });

  it("treats two hidden thinking blocks with different signatures as two blocks", () => {
    const events = decodeLines([assistant("m", [thinking("", "a")]), assistant("m", [thinking("", "b")])]);
    expect(only(events, "thinking-end").map((event) => event.signature)).toEqual(["a", "b"]);
  });

  it("emits other blocks unchanged", () => {
    const block = { type: "redacted_thinking", data: "xyz" };
    expect(
      only(decodeLines([assistant("m", [block]), assistant("m", [block])]), "content-block").map(
        (event) => event.content,
      ),
    ).toEqual([block]);
  });

  it("starts a new message after a result, even with the same id", () => {
    const events = decodeLines([assistant("m", [text("again")]), result(), assistant("m", [text("again")]), result()]);
    expect(only(events, "text-end").map((event) => event.text)).toEqual(["again", "again"]);
  });
});

describe("several agents on one stream", () => {
  it("are distinguished by parent_tool_use_id", () => {
    const events = decodeLines([
      assistant("m1", [text("main")], { parent_tool_use_id: null }),
      assistant("m2", [text("sub")], { parent_tool_use_id: "t1" }),
      assistant("m1", [toolUse("t2")], { parent_tool_use_id: null }),
    ]);
    expect(only(events, "text-end").map((event) => [event.agent, event.text])).toEqual([
      [null, "main"],
      ["t1", "sub"],
    ]);
    expect(only(events, "tool-call-end").map((event) => [event.messageId, event.block])).toEqual([["m1", 1]]);
  });

  it("are distinguished by message id if lines have no parent", () => {
    const events = decodeLines([
      assistant("a", [text("a1")]),
      assistant("b", [text("b1")]),
      assistant("a", [text("a1"), text("a2")]),
      assistant("b", [text("b1"), text("b2")]),
    ]);
    expect(only(events, "text-delta").map((event) => `${event.messageId} ${event.text}`)).toEqual([
      "a a1",
      "b b1",
      "a a2",
      "b b2",
    ]);
  });

  it("are distinguished by repeated content if lines have no ids, even with a tool result in between", () => {
    const events = decodeLines([
      assistant(undefined, [text("east"), toolUse("t1")]),
      assistant(undefined, [text("west")]),
      user([{ type: "tool_result", tool_use_id: "t1", content: "ok" }]),
      assistant(undefined, [text("west"), toolUse("t2")]),
      assistant(undefined, [text("east"), toolUse("t3")]),
    ]);
    // The second "east" is a new message: a tool result has ended the first.
    expect(only(events, "text-end").map((event) => event.text)).toEqual(["east", "west", "east"]);
    expect(only(events, "tool-call-end").map((event) => event.toolUseId)).toEqual(["t1", "t2", "t3"]);
    expect(new Set(only(events, "message-start").map((event) => event.messageId))).toEqual(
      new Set(["line-1", "line-2", "line-5"]),
    );
  });
});

describe("partial messages", () => {
  const stop = [partial({ type: "content_block_stop", index: 0 }), partial({ type: "message_stop" })];

  it("and the finished block give each text once", () => {
    const events = decodeLines([...streamedText("m", ["Hel", "lo"]), assistant("m", [text("Hello")]), ...stop]);
    expect(summarizeEvents(events)).toEqual([
      "message-start m",
      "text-start m/0",
      'text-delta m/0 "Hel"',
      'text-delta m/0 "lo"',
      'text-end m/0 "Hello"',
      "message-end m",
    ]);
  });

  it("are complete without a finished line, and are not repeated by one after message_stop", () => {
    const events = decodeLines([...streamedText("m", ["Hello"]), ...stop, assistant("m", [text("Hello")])]);
    expect(only(events, "text-end")).toHaveLength(1);
    expect(only(events, "text-delta")).toHaveLength(1);
  });

  it("are completed when the finished text is longer", () => {
    const events = decodeLines([...streamedText("m", ["Hel"]), assistant("m", [text("Hello")]), ...stop]);
    expect(only(events, "text-delta").map((event) => event.text)).toEqual(["Hel", "lo"]);
  });

  it("restart when the finished text contradicts them, so that the deltas join to the finished text", () => {
    const events = decodeLines([...streamedText("m", ["Help"]), assistant("m", [text("Hello")]), ...stop]);
    expect(summarizeEvents(events)).toEqual([
      "message-start m",
      "text-start m/0",
      'text-delta m/0 "Help"',
      "text-start m/0 (restart)",
      'text-delta m/0 "Hello"',
      'text-end m/0 "Hello"',
      "message-end m",
    ]);
  });

  it("join to the input that the tool gets, because CLIs normalise it after streaming", () => {
    const events = decodeLines([
      partial({ type: "message_start", message: { id: "m" } }),
      partial({
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "t1", name: "Bash", input: {} },
      }),
      partial({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{ "command": "cd . && ls" }' },
      }),
      assistant("m", [toolUse("t1", { command: "ls" })]),
      ...stop,
    ]);
    expect(summarizeEvents(events)).toEqual([
      "message-start m",
      "tool-call-start m/0",
      'tool-call-delta m/0 { "command": "cd . && ls" }',
      "tool-call-start m/0 (restart)",
      'tool-call-delta m/0 {"command":"ls"}',
      'tool-call-end m/0 {"command":"ls"}',
      "message-end m",
    ]);
  });

  it("keep the model's spelling of an equivalent input", () => {
    const events = decodeLines([
      partial({ type: "message_start", message: { id: "m" } }),
      partial({
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "t1", name: "Bash", input: {} },
      }),
      partial({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{ "n": 1.0e1 }' },
      }),
      assistant("m", [toolUse("t1", { n: 10 })]),
    ]);
    expect(only(events, "tool-call-start")).toHaveLength(1);
    expect(only(events, "tool-call-end").map((event) => event.input)).toEqual([{ n: 10 }]);
  });

  it("end as aborted when an interrupt leaves only deltas", () => {
    const events = decodeLines([
      ...streamedText("m", ["half a "]),
      user("[Request interrupted by user]"),
      result({ subtype: "error_during_execution" }),
    ]);
    expect(summarizeEvents(events)).toEqual([
      "message-start m",
      "text-start m/0",
      'text-delta m/0 "half a "',
      'user-message synthetic "[Request interrupted by user]"',
      'text-end m/0 "half a " (aborted)',
      "message-end m",
      'turn-end interrupted "half a " 0',
    ]);
  });

  it("end as aborted when 2.1.200 closes a broken stream normally, but without stop reason and finished line", () => {
    const cut = [...streamedText("m", ["half a "], { uuid: "u" }), partial({ type: "content_block_stop", index: 0 })];
    const end = partial({ type: "message_stop" });
    const reason = partial({ type: "message_delta", delta: { stop_reason: "end_turn" } });
    const ends = (lines: readonly Line[]): string[] => summarizeEvents(only(decodeLines(lines), "text-end"));
    expect(ends([...cut, end])).toEqual(['text-end m/0 "half a " (aborted)']);
    expect(ends([...cut, reason, end])).toEqual(['text-end m/0 "half a "']);
    expect(ends([...cut, assistant("m", [text("half a ")]), end])).toEqual(['text-end m/0 "half a "']);
    // In documents, lines have no uuid and finished lines follow the stream, so a missing line proves nothing there.
    expect(ends([...streamedText("m", ["half a "]), end, assistant("m", [text("half a ")])])).toEqual([
      'text-end m/0 "half a "',
    ]);
  });

  it("are retracted when the CLI gives up the request", () => {
    const events = decodeLines([
      ...streamedText("m1", ["alpha"]),
      partial({ type: "content_block_stop", index: 0 }),
      partial({ type: "message_stop" }, { abandoned_blocks: { api_message_id: "m1", from_block_index: 0 } }),
      ...streamedText("m2", ["alpha beta"]),
    ]);
    expect(summarizeEvents(events).slice(3, 6)).toEqual([
      'text-end m1/0 "alpha" (aborted)',
      "message-end m1",
      "message-retracted m1 []",
    ]);
  });

  it("are retracted when a complete message replaces a broken stream, as in 2.1.74 and older", () => {
    const explicit = { parent_tool_use_id: null };
    const events = decodeLines([
      ...streamedText("m1", ["first"], explicit),
      assistant("m1", [text("first")], { ...explicit, uuid: "u1" }),
      assistant("m2", [text("first")], { ...explicit, uuid: "u2" }),
      result(),
    ]);
    expect(only(events, "message-retracted").map((event) => [event.messageId, event.uuids])).toEqual([["m1", ["u1"]]]);
  });

  it("are decoded when their start is missing", () => {
    const events = decodeLines([
      partial({ type: "content_block_delta", index: 3, delta: { type: "text_delta", text: "tail" } }),
    ]);
    expect(only(events, "text-end").map((event) => event.text)).toEqual(["tail"]);
  });

  it("of a call belong to the main agent if they name the call itself as their parent, as in 1.0.110", () => {
    const own = { session_id: "s", parent_tool_use_id: "t1" };
    const main = { session_id: "s", parent_tool_use_id: null };
    const delta = (partial_json: string) =>
      partial({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json } }, own);
    const events = decodeLines([
      ...streamedText("m", ["Look."], main),
      partial({ type: "content_block_stop", index: 0 }, main),
      partial({ type: "content_block_start", index: 1, content_block: toolUse("t1", {}, "Task") }, own),
      delta('{"prompt":'),
      delta('"go"}'),
      assistant("m", [toolUse("t1", { prompt: "go" }, "Task")], main),
      partial({ type: "content_block_stop", index: 1 }, main),
      partial({ type: "message_stop" }, main),
      assistant("a", [text("Gone.")], own),
    ]);
    expect(
      summarizeEvents(events.filter((event) => event.type !== "text-delta" && event.type !== "text-start")),
    ).toEqual([
      "message-start m",
      'text-end m/0 "Look."',
      "tool-call-start m/1",
      'tool-call-delta m/1 {"prompt":',
      'tool-call-delta m/1 "go"}',
      'tool-call-end m/1 {"prompt":"go"}',
      "message-end m",
      "t1> message-start a",
      't1> text-end a/0 "Gone."',
      "t1> message-end a",
    ]);
  });

  it("are malformed if they are tool input without a start", () => {
    const events = decodeLines([
      partial({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{" } }),
    ]);
    expect(only(events, "malformed").map((event) => event.reason)).toEqual(["bad-shape"]);
  });
});

describe("lines that are retracted", () => {
  const streamed = [
    ...streamedText("m1", ["no"], { parent_tool_use_id: null }),
    assistant("m1", [text("no")], { parent_tool_use_id: null, uuid: "u1" }),
    partial({ type: "message_stop" }, { parent_tool_use_id: null }),
  ];

  it("are reported once, with the message they formed, although the CLI names them twice", () => {
    const events = decodeLines([
      ...streamed,
      user("try again", { isSynthetic: true, retracted_message_uuids: ["u1"] }),
      assistant("m2", [text("yes")], { parent_tool_use_id: null, uuid: "u2", supersedes: ["u1"] }),
    ]);
    expect(only(events, "message-retracted").map((event) => [event.messageId, event.uuids])).toEqual([["m1", ["u1"]]]);
  });

  it("are reported without a message if it has other lines or was forgotten", () => {
    const other = assistant("m1", [toolUse("t1")], { parent_tool_use_id: null, uuid: "u1b" });
    const events = decodeLines([...streamed, other, assistant("m2", [text("yes")], { supersedes: ["u1", "gone"] })]);
    expect(only(events, "message-retracted").map((event) => [event.messageId, event.uuids])).toEqual([
      [undefined, ["u1", "gone"]],
    ]);
  });
});
