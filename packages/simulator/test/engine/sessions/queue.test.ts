import { describe, expect, it } from "vitest";
import { play } from "../play.ts";

const uuid = (digit: number): string => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;
const slowTool = { tool: "Bash", input: { command: "sleep 1; echo one" }, result: "one", durationMs: 1000 };

describe("prompts that arrive together", () => {
  it("2.1.325 merges the prompts after the first into one turn", async () => {
    const playing = play([{ replies: ["one"] }, { replies: ["both"] }]);
    for (const digit of [1, 2, 3]) playing.user(`prompt ${digit}`, { uuid: uuid(digit) });
    expect(await playing.finish()).toBe(0);
    expect(playing.results().map((line) => line["user_message_uuids"])).toEqual([[uuid(1)], [uuid(2), uuid(3)]]);
    expect(playing.outline().slice(0, 5)).toEqual([
      "command queued",
      "command started",
      "command queued",
      "command queued",
      "init",
    ]);
  });

  it("2.1.120 merges the prompts after the first into one turn", async () => {
    const playing = play([{ replies: ["one"] }, { replies: ["both"] }], { version: "2.1.120" });
    for (const digit of [1, 2, 3]) playing.user(`prompt ${digit}`);
    await playing.finish();
    expect(playing.results().map((line) => line["result"])).toEqual(["one", "both"]);
  });

  it.each(["2.1.74", "1.0.128"])("%s plays a separate turn for each prompt", async (version) => {
    const playing = play([{ replies: ["one"] }, { replies: ["two"] }, { replies: ["three"] }], { version });
    for (const digit of [1, 2, 3]) playing.user(`prompt ${digit}`, { uuid: uuid(digit) });
    await playing.finish();
    expect(playing.results().map((line) => line["result"])).toEqual(["one", "two", "three"]);
  });

  it("drops a prompt whose uuid was used before, but not in 1.0.128", async () => {
    for (const [version, count] of [
      ["2.1.325", 1],
      ["1.0.128", 2],
    ] as const) {
      const playing = play([{ replies: ["one"] }, { replies: ["two"] }], { version });
      playing.user("a", { uuid: uuid(1) });
      await playing.settle();
      playing.user("b", { uuid: uuid(1) });
      await playing.finish();
      expect(playing.results()).toHaveLength(count);
    }
  });
});

describe("a prompt in the middle of a turn", () => {
  it("the model reads a new prompt together with the tool results", async () => {
    const playing = play([{ replies: [[slowTool], "both answered"] }], { replaysUser: true });
    playing.user("one", { uuid: uuid(1) });
    await playing.quiet();
    playing.user("two", { uuid: uuid(2) });
    await playing.finish();
    expect(playing.results()).toHaveLength(1);
    expect(playing.results()[0]?.["user_message_uuids"]).toEqual([uuid(1), uuid(2)]);
    expect(playing.outline().slice(5)).toEqual([
      "command queued",
      "user tool_result",
      "user string",
      "command started",
      "assistant text",
      "command completed",
      "result success",
      "command completed",
    ]);
  });

  it("a prompt with the priority later waits for its own turn", async () => {
    const playing = play([{ replies: [[slowTool], "first"] }, { replies: ["second"] }]);
    playing.user("one");
    await playing.quiet();
    playing.user("two", { priority: "later" });
    await playing.finish();
    expect(playing.results().map((line) => line["result"])).toEqual(["first", "second"]);
  });

  it.each(["1.0.128", "2.0.76"])("%s answers a new prompt in the same turn", async (version) => {
    const playing = play([{ replies: [[slowTool], "first"] }, { replies: ["second"] }], { version });
    playing.user("one");
    await playing.quiet();
    playing.user("two");
    await playing.finish();
    expect(playing.results().map((line) => line["result"])).toEqual(["second"]);
  });

  it.each(["1.0.60", "1.0.110"])("%s answers a new prompt in its own turn", async (version) => {
    const playing = play([{ replies: [[slowTool], "first"] }, { replies: ["second"] }], { version });
    playing.user("one");
    await playing.quiet();
    playing.user("two");
    await playing.finish();
    expect(playing.results().map((line) => line["result"])).toEqual(["first", "second"]);
  });

  it("an urgent prompt ends the turn with a success that is aborted_streaming", async () => {
    const playing = play(
      [{ replies: [{ blocks: [{ text: "said" }, { text: "cut" }], hang: true }] }, { replies: ["urgent"] }],
      { hasPartials: true },
    );
    playing.user("one", { uuid: uuid(1) });
    await playing.quiet();
    playing.user("now", { uuid: uuid(2), priority: "now" });
    await playing.finish();
    expect(playing.results().map((line) => [line["subtype"], line["terminal_reason"], line["is_error"]])).toEqual([
      ["success", "aborted_streaming", false],
      ["success", "completed", false],
    ]);
    expect(playing.outline()).toContain("command cancelled");
  });

  it("cancel_async_message cancels a prompt that waits", async () => {
    const playing = play([{ replies: [{ blocks: [{ text: "one" }], delayMs: 100 }] }, { replies: ["two"] }]);
    playing.user("one", { uuid: uuid(1) });
    await playing.quiet();
    playing.user("two", { uuid: uuid(2) });
    playing.control("cancel_async_message", { message_uuid: uuid(2) });
    playing.control("cancel_async_message", { message_uuid: uuid(3) }, "again");
    await playing.finish();
    const answers = playing.lines.filter((line) => line["type"] === "control_response").map((line) => line["response"]);
    expect(answers).toMatchObject([{ response: { cancelled: true } }, { response: { cancelled: false } }]);
    expect(playing.results()).toHaveLength(1);
  });

  it("2.1.325 writes a separate result for a prompt with shouldQuery false", async () => {
    const playing = play([{ replies: ["ok"] }]);
    playing.user("remember", { shouldQuery: false });
    await playing.settle();
    playing.user("and?");
    await playing.finish();
    expect(playing.results().map((line) => [line["result"], line["num_turns"]])).toEqual([
      ["", 0],
      ["ok", 1],
    ]);
  });
});
