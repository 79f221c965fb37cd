import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play, playAll, type Playing } from "../play.ts";

const versions = ["2.1.325", "2.1.200", "2.1.74", "2.0.76", "1.0.128"];

function responses(playing: Playing): readonly JsonObject[] {
  return playing.lines
    .filter((line) => line["type"] === "control_response")
    .map((line) => line["response"] as JsonObject);
}

describe("control requests", () => {
  it.each(versions)("%s answers initialize before anything else", async (version) => {
    const playing = play([{ replies: ["hi"] }], { version });
    playing.control("initialize");
    await playing.quiet();
    expect(playing.outline()).toEqual(["answer success"]);
    expect(responses(playing)[0]).toMatchObject({ request_id: "initialize-1" });
    await playing.finish();
  });

  it("refuses a second initialize, but not in 2.1.325", async () => {
    for (const [version, subtype] of [
      ["2.1.325", "success"],
      ["2.1.74", "error"],
      ["1.0.128", "error"],
    ] as const) {
      const playing = play([], { version });
      playing.control("initialize");
      playing.control("initialize", {}, "again");
      await playing.finish();
      expect(responses(playing)[1]).toMatchObject({ subtype, request_id: "again" });
    }
  });

  it("set_model changes the model for the next turn, and resets it without a model", async () => {
    const playing = play([{ replies: ["a"] }, { replies: ["b"] }]);
    playing.control("set_model", { model: "claude-x" });
    playing.user("a");
    await playing.settle();
    playing.control("set_model", {}, "back");
    playing.user("b");
    await playing.finish();
    const models = playing.lines.filter((line) => line["subtype"] === "init").map((line) => line["model"]);
    expect(models).toEqual(["claude-x", "claude-opus-5-5"]);
    expect(responses(playing).map((response) => response["response"])).toEqual([
      { model: "claude-x" },
      { model: "claude-opus-5-5" },
    ]);
  });

  it("set_permission_mode refuses an unknown mode, and bypassPermissions unless started with it", async () => {
    const playing = play([], { permissionMode: "default" });
    playing.control("set_permission_mode", { mode: "acceptEdits" }, "one");
    playing.control("set_permission_mode", { mode: "nonsense" }, "two");
    playing.control("set_permission_mode", { mode: "bypassPermissions" }, "three");
    await playing.finish();
    expect(playing.outline()).toEqual(["answer success", "status null", "answer error", "answer error"]);
    expect(responses(playing).map((response) => response["error_code"])).toEqual([
      undefined,
      "invalid_mode",
      "bypass_not_launched",
    ]);
  });

  it.each([
    ["2.1.120", ["answer success", "status null"]],
    ["2.1.74", ["answer success"]],
  ])("%s writes its own lines for a new permission mode", async (version, outline) => {
    const playing = play([], { version });
    playing.control("set_permission_mode", { mode: "plan" });
    await playing.finish();
    expect(playing.outline()).toEqual(outline);
  });

  it("1.0.128 answers set_permission_mode twice", async () => {
    const playing = play([], { version: "1.0.128" });
    playing.control("set_permission_mode", { mode: "plan" });
    await playing.finish();
    expect(responses(playing)).toHaveLength(2);
  });

  it("refuses an unknown request with the measured text, and ignores it in 1.0.128", async () => {
    for (const [version, error] of [
      ["2.1.325", "Unsupported control request subtype: nonsense"],
      ["2.1.74", "Unsupported control request subtype: nonsense"],
      ["1.0.128", undefined],
    ] as const) {
      const playing = play([], { version });
      playing.control("nonsense");
      await playing.finish();
      expect(responses(playing)[0]?.["error"]).toBe(error);
    }
  });

  it.each(["mcp_status", "get_context_usage", "list_models", "get_session_cost"])(
    "2.1.325 answers %s",
    async (subtype) => {
      const playing = play([]);
      playing.control(subtype);
      await playing.finish();
      expect(responses(playing)[0]).toMatchObject({ subtype: "success" });
    },
  );

  it("2.1.74 refuses get_context_usage", async () => {
    const playing = play([], { version: "2.1.74" });
    playing.control("get_context_usage");
    await playing.finish();
    expect(responses(playing)[0]).toMatchObject({ subtype: "error" });
  });

  it("echoes the host's answers when user messages are replayed", async () => {
    const playing = play([], { replaysUser: true });
    playing.send({ type: "control_response", response: { subtype: "success", request_id: "x", response: {} } });
    await playing.finish();
    expect(playing.outline()).toEqual(["answer success"]);
  });
});

describe("invalid input lines", () => {
  it.each([
    ["2.1.325", "Error parsing streaming input line (type=unknown, 16 chars): SyntaxError\n"],
    ["2.1.74", "Error parsing streaming input line: this is not json: SyntaxError: "],
    ["1.0.128", "Error parsing streaming input line: this is not json: SyntaxError: "],
  ])("a line that is not JSON ends %s with code 1 and the message %j", async (version, words) => {
    const playing = play([], { version });
    playing.send("this is not json");
    await playing.quiet();
    expect(playing.code).toBe(1);
    expect(playing.complaints.startsWith(words)).toBe(true);
  });

  it("a line that is not JSON ends the process even in the middle of a turn", async () => {
    const playing = play([{ replies: [{ blocks: [{ text: "a" }], hang: true }] }]);
    playing.user("go");
    await playing.quiet();
    const before = playing.lines.length;
    playing.send("garbage");
    await playing.settle();
    expect([playing.code, playing.lines.length]).toEqual([1, before]);
  });

  it.each([
    ["2.1.325", "", undefined],
    ["2.1.325", "   ", undefined],
    ["2.1.74", "", undefined],
    ["2.1.74", "   ", 1],
    ["1.0.128", "", 1],
    ["2.1.325", '{"type":"whatever"}', undefined],
    ["2.1.74", '{"type":"user_message","content":"hi"}', undefined],
    ["2.0.76", '{"type":"user_message","content":"hi"}', 1],
    ["1.0.128", '{"type":"control_cancel_request","request_id":"x"}', 1],
    ["2.1.325", '{"type":"control_cancel_request","request_id":"x"}', undefined],
    ["1.0.128", '{"type":"keep_alive"}', undefined],
    ["2.1.325", '{"type":"user"}', 1],
    ["2.1.325", "null", 1],
    ["2.1.325", "5", undefined],
    ["2.1.325", '{"type":"control_request"}', 1],
  ])("%s reads the line %j and then has the exit code %s", async (version, line, code) => {
    const playing = play([], { version });
    playing.send(line);
    await playing.quiet();
    expect(playing.code).toBe(code);
    await playing.finish();
  });
});

describe("slash commands", () => {
  it("/compact writes a boundary, the summary and a result", async () => {
    const playing = await playAll({ turns: [{ replies: ["a"] }, { replies: ["b"] }], summary: "They spoke." }, [
      "a",
      "/compact Focus on X",
      "b",
    ]);
    expect(playing.outline().slice(3, 10)).toEqual([
      "status compacting",
      "status null",
      "init",
      "compact_boundary",
      "user string",
      "user string",
      "result success",
    ]);
    expect(playing.text).toContain("They spoke.");
    expect(playing.results().map((line) => line["result"])).toEqual(["a", "", "b"]);
  });

  it.each([
    ["2.1.120", 32, false],
    ["2.1.74", 32, true],
    ["2.1.20", 13, true],
  ])("/compact counts tokens and turns like %s", async (version, tokens, countsMessages) => {
    const playing = await playAll([{ replies: ["a"] }], ["a", "/compact"], { version });
    const boundary = playing.lines.find((line) => line["subtype"] === "compact_boundary");
    expect(boundary?.["compact_metadata"]).toMatchObject({ pre_tokens: tokens });
    expect(playing.results().at(-1)?.["num_turns"] !== 0).toBe(countsMessages);
  });

  it.each([
    ["2.1.325", "assistant text"],
    ["2.1.74", "assistant text"],
    ["1.0.128", "user string"],
  ])("%s answers /cost with the line %j", async (version, word) => {
    const playing = await playAll([{ replies: ["a"] }], ["a", "/cost"], { version });
    expect(playing.outline().slice(3)).toEqual(["init", word, "result success"]);
  });

  it("passes an unknown command to the model only in 2.1.325", async () => {
    const results = await Promise.all(
      ["2.1.325", "2.1.74", "1.0.128"].map(async (version) => {
        const playing = await playAll([{ replies: ["the model"] }], ["/nosuch x"], { version });
        return playing.results()[0]?.["result"];
      }),
    );
    expect(results).toEqual(["the model", "Unknown skill: nosuch", ""]);
  });

  it("/clear starts a new session and a new total in 2.1.325", async () => {
    const playing = await playAll([{ replies: ["a"] }, { replies: ["b"] }], ["a", "/clear", "b"]);
    const [first, cleared, last] = playing.results();
    expect(cleared).toMatchObject({ total_cost_usd: 0, result_index: 1 });
    expect(last?.["session_id"]).not.toBe(first?.["session_id"]);
    expect(playing.outline()).toContain("conversation_reset");
  });

  it("treats a command as plain text if the host sets clientComposed", async () => {
    const playing = play([{ replies: ["the model"] }]);
    playing.user("/cost", { clientComposed: true });
    await playing.finish();
    expect(playing.results()[0]).toMatchObject({ result: "the model" });
  });
});
