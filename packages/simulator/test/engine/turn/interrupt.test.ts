import { describe, expect, it } from "vitest";
import { play, userTexts } from "../play.ts";

const hanging = [{ replies: [{ blocks: [{ text: "alpha beta gamma" }], hang: true }] }, { replies: ["next"] }];

describe("an interruption while the model streams", () => {
  it("2.1.325 answers the interruption, keeps the cut text and closes the stream", async () => {
    const playing = play(hanging, { hasPartials: true });
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(playing.outline().slice(6)).toEqual([
      "answer success",
      "assistant text",
      "user text",
      "content_block_stop",
      "message_delta",
      "message_stop",
      "result error_during_execution",
    ]);
    expect(playing.lines.at(-2)?.["abandoned_blocks"]).toMatchObject({ from_block_index: 1 });
    expect(playing.results()[0]).toMatchObject({
      terminal_reason: "aborted_streaming",
      num_turns: 2,
      total_cost_usd: 0,
    });
    expect(playing.events().filter((event) => event.type === "text-end")).toMatchObject([
      { text: "alpha beta gamma", aborted: true },
    ]);
    playing.user("again");
    expect(await playing.finish()).toBe(0);
    expect(playing.results()[1]).toMatchObject({ result: "next", result_index: 1 });
  });

  it.each(["2.1.74", "1.0.128"])("%s leaves the stream open", async (version) => {
    const playing = play(hanging, { version, hasPartials: true });
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(playing.outline().slice(-3)).toEqual(["answer success", "user text", "result error_during_execution"]);
    expect(playing.results()[0]).toMatchObject({ is_error: false });
    await playing.finish();
  });

  it("2.1.120 keeps the cut text without a mark, and writes a result at SIGINT", async () => {
    const playing = play(hanging, { version: "2.1.120", hasPartials: true });
    playing.user("go");
    await playing.quiet();
    playing.signal("SIGINT");
    await playing.quiet();
    expect(playing.outline().slice(-3)).toEqual(["assistant text", "user text", "result error_during_execution"]);
    expect(playing.lines.at(-3)).not.toHaveProperty("aborted");
    expect(playing.code).toBe(0);
  });

  it("discards a thinking block that is cut", async () => {
    const playing = play([{ replies: [{ blocks: [{ thinking: "alpha beta" }], hang: true }] }], { hasPartials: true });
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    expect(await playing.finish()).toBe(1);
    expect(playing.outline()).not.toContain("assistant thinking");
    expect(playing.lines.at(-2)?.["abandoned_blocks"]).toMatchObject({ from_block_index: 0 });
  });

  it("interrupts the turn while the model is silent", async () => {
    const playing = play([{ replies: [{ blocks: [{ text: "late" }], delayMs: 60_000 }] }]);
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(userTexts(playing)).toEqual(["[Request interrupted by user]"]);
    await playing.finish();
  });
});

describe("an interruption while tools run", () => {
  it("ends unfinished calls and reports them", async () => {
    const quick = { tool: "Bash", input: { command: "echo second" }, result: "second" };
    const slow = { tool: "Bash", input: { command: "sleep 20" }, result: "late", durationMs: 20_000 };
    const playing = play([{ replies: [[slow, quick], "never"] }]);
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.quiet();
    expect(userTexts(playing).map((text) => text.slice(0, 30))).toEqual([
      "second",
      "The user doesn't want to proce",
      "[Request interrupted by user f",
    ]);
    expect(playing.results()[0]).toMatchObject({
      terminal_reason: "aborted_tools",
      stop_reason: "tool_use",
      num_turns: 4,
    });
    await playing.finish();
  });

  it.each([
    ["2.0.30", "Exit code 137\n[Request interrupted by user for tool use]"],
    ["2.0.0", "[Request interrupted by user for tool use]"],
  ])("ends a shell with the text of %s", async (version, words) => {
    const slow = { tool: "Bash", input: { command: "sleep 20" }, result: "late", durationMs: 20_000 };
    const playing = play([{ replies: [[slow], "never"] }], { version });
    playing.user("go");
    await playing.quiet();
    playing.control("interrupt");
    await playing.finish();
    expect(userTexts(playing)[0]).toBe(words);
  });

  it("only answers an interruption if no turn is running", async () => {
    const playing = play([]);
    playing.control("interrupt");
    await playing.finish();
    expect(playing.outline()).toEqual(["answer success"]);
  });
});

describe("signals", () => {
  it("SIGINT in a turn makes 2.1.325 write a result and exit with code 0", async () => {
    const playing = play(hanging, { hasPartials: true });
    playing.user("go");
    await playing.quiet();
    playing.signal("SIGINT");
    await playing.quiet();
    expect(playing.code).toBe(0);
    expect(playing.outline().at(-1)).toBe("result error_during_execution");
  });

  it("SIGINT in a turn makes 2.1.74 exit without a result", async () => {
    const playing = play(hanging, { version: "2.1.74" });
    playing.user("go");
    await playing.quiet();
    playing.signal("SIGINT");
    await playing.quiet();
    expect([playing.code, playing.results()]).toEqual([0, []]);
  });

  it("SIGTERM in a turn exits at once with code 143 and no result", async () => {
    const playing = play(hanging);
    playing.user("go");
    await playing.quiet();
    playing.signal("SIGTERM");
    await playing.quiet();
    expect([playing.code, playing.results()]).toEqual([143, []]);
  });
});
