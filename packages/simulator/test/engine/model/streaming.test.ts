import { describe, expect, it } from "vitest";
import { play, playAll } from "../play.ts";

describe("turns", () => {
  it("begins a turn with init, ends it with a result, and exits with code 0", async () => {
    const playing = await playAll([{ replies: ["Good morning."] }], ["hello"]);
    expect(playing.outline()).toEqual(["init", "assistant text", "result success"]);
    expect(playing.results()[0]).toMatchObject({ result: "Good morning.", num_turns: 1, is_error: false });
    expect(playing.code).toBe(0);
  });

  it("warns on stderr if the scenario has no turn for a prompt", async () => {
    const lost = await playAll([{ prompt: "hello", replies: ["Hi."] }], ["good-bye"]);
    expect(lost.complaints).toContain('the scenario has no turn for the prompt "good-bye"');
    const found = await playAll([{ prompt: "hello", replies: ["Hi."] }], ["hello"]);
    expect(found.complaints).toBe("");
  });

  it("writes an init for every turn", async () => {
    const playing = await playAll([{ replies: ["one"] }, { replies: ["two"] }], ["a", "b"]);
    expect(playing.outline().filter((word) => word === "init")).toHaveLength(2);
    expect(playing.results().map((line) => [line["result"], line["result_index"]])).toEqual([
      ["one", 0],
      ["two", 1],
    ]);
  });

  it("writes the line of a complete block before the stop event of the block", async () => {
    const playing = await playAll([{ replies: [[{ thinking: "hm" }, { text: "hello there, you" }]] }], ["hi"], {
      hasPartials: true,
    });
    expect(playing.outline()).toEqual([
      "init",
      "status requesting",
      "message_start",
      "content_block_start",
      "thinking_tokens",
      "content_block_delta",
      "thinking_tokens",
      "content_block_delta",
      "assistant thinking",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "assistant text",
      "content_block_stop",
      "message_delta",
      "message_stop",
      "result success",
    ]);
  });

  it.each([
    ["2.1.325", ["assistant text"], ""],
    ["1.0.128", ["assistant text", "assistant text"], "(no content)"],
  ])("shows blank text like %s", async (version, lines, result) => {
    const playing = await playAll([{ replies: [[{ text: "said" }, { text: "" }]] }], ["hi"], { version });
    expect(playing.outline().filter((word) => word.startsWith("assistant"))).toEqual(lines);
    expect(playing.results()[0]?.["result"]).toBe(result);
  });

  it("2.1.325 asks the model again after an answer without visible text", async () => {
    const playing = await playAll([{ replies: [[{ text: " \n" }], "something"] }], ["hi"]);
    expect(playing.outline()).toEqual(["init", "user text", "assistant text", "result success"]);
    expect(playing.results()[0]).toMatchObject({ result: "something", num_turns: 2 });
  });

  it("writes nothing before the first prompt, and exits at the end of input", async () => {
    const playing = play([]);
    expect(await playing.finish()).toBe(0);
    expect(playing.lines).toEqual([]);
  });

  it("finishes a running turn after the end of input", async () => {
    const playing = play([{ replies: [{ blocks: [{ text: "late" }], delayMs: 500 }] }]);
    playing.user("hi");
    await playing.quiet();
    expect(await playing.finish()).toBe(0);
    expect(playing.results()[0]).toMatchObject({ result: "late" });
  });

  it("replays user messages with replaysUser", async () => {
    const playing = play([{ replies: ["yes"] }], { replaysUser: true });
    playing.user("hi", { uuid: "11111111-1111-4111-8111-111111111111" });
    await playing.finish();
    expect(playing.outline()).toEqual([
      "command queued",
      "command started",
      "init",
      "user string",
      "assistant text",
      "result success",
      "command completed",
    ]);
    expect(playing.lines[3]).toMatchObject({ isReplay: true, uuid: "11111111-1111-4111-8111-111111111111" });
  });

  it("plays a prompt of text input", async () => {
    const playing = play([{ prompt: "hi", replies: ["yes"] }]);
    playing.prompt("hi");
    expect(await playing.finish()).toBe(0);
    expect(playing.results()).toMatchObject([{ result: "yes" }]);
  });
});

describe("stop reasons", () => {
  it.each([
    ["2.1.325", ["assistant text", "user text", "assistant text"], 2],
    ["2.1.74", ["assistant text", "assistant text"], 1],
    ["2.1.20", ["assistant text", "assistant text", "assistant text"], 1],
    ["1.0.128", ["assistant text", "assistant text"], 2],
  ])("handles max_tokens like %s", async (version, outline, turns) => {
    const playing = await playAll(
      [{ replies: [{ blocks: [{ text: "cut" }], stopReason: "max_tokens" }, "more"] }],
      ["hi"],
      { version },
    );
    expect(playing.outline().slice(1, -1)).toEqual(outline);
    expect(playing.results()[0]).toMatchObject({ num_turns: turns, is_error: version === "1.0.128" });
  });

  it("2.1.325 retries an answer that stops with tool_use but has no call, and supersedes it", async () => {
    const malformed = { blocks: [{ text: "I will call it" }], stopReason: "tool_use" };
    const playing = await playAll([{ replies: [malformed, "here"] }], ["hi"]);
    const [first, second] = playing.lines.filter((line) => line["type"] === "assistant");
    expect(second?.["supersedes"]).toEqual([first?.["uuid"]]);
    expect(playing.events().some((event) => event.type === "message-retracted")).toBe(true);
  });

  it("gives up after three malformed calls", async () => {
    const malformed = { blocks: [{ text: "I will call it" }], stopReason: "tool_use" };
    const playing = await playAll([{ replies: [malformed, malformed, malformed] }], ["hi"]);
    expect(playing.results()[0]).toMatchObject({ is_error: true, terminal_reason: "malformed_tool_use_exhausted" });
    expect(playing.code).toBe(1);
  });
});
