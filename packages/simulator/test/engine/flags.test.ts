// Effects of rules, tool lists and a fallback model on the stream that no ready-made scenario shows.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json.ts";
import { play, playAll, userTexts } from "./play.ts";

const run = (command: string): { tool: string; input: { command: string }; result: string } => ({
  tool: "Bash",
  input: { command },
  result: "ran",
});
const ask = [{ rule: "Bash(echo:*)", source: "flagSettings" }];

describe("ask rules", () => {
  it("an ask rule overrides the mode, and the request names the source of the rule", async () => {
    const playing = play([{ replies: [[run("echo a")], "done"] }], { askRules: ask, asksHost: true });
    playing.user("go");
    await playing.quiet();
    const request = playing.lines.findLast((line) => line["type"] === "control_request")?.["request"] as JsonObject;
    expect(request).toMatchObject({ decision_reason_type: "rule", decision_reason_rule_source: "flagSettings" });
    expect(request).not.toHaveProperty("permission_suggestions");
    playing.answer({ behavior: "allow", updatedInput: { command: "echo a" } });
    await playing.finish();
    expect(userTexts(playing)).toEqual(["ran"]);
  });

  it("the mode overrides an ask rule up to 2.1.20", async () => {
    const playing = await playAll([{ replies: [[run("echo a")], "done"] }], ["go"], {
      askRules: ask,
      version: "2.1.20",
    });
    expect(userTexts(playing)).toEqual(["ran"]);
  });
});

it.each([
  ["2.1.200", ["ran"]],
  ["2.0.76", ["ran"]],
  ["2.1.74", [expect.stringContaining("touch in '/work/a' was blocked")]],
])("an allow rule for a command that writes a file gives %s the result %s", async (version, texts) => {
  const options = { permissionMode: "default", allowedTools: ["Bash(touch:*)"], version };
  const playing = await playAll([{ replies: [[run("touch a")], "done"] }], ["go"], options);
  expect(userTexts(playing)).toEqual(texts);
});

describe("excluded tools", () => {
  const fetch = { tool: "WebFetch", input: { url: "http://x/" }, result: "page" };

  it.each([{ tools: ["Bash", "Agent"] }, { disallowedTools: ["WebFetch"] }])(
    "neither lists nor runs a tool that is excluded by %j",
    async (options) => {
      const playing = await playAll([{ replies: [[fetch], [run("echo a")], "done"] }], ["go"], options);
      expect(playing.lines[0]?.["tools"]).not.toContain("WebFetch");
      expect(playing.lines[0]?.["tools"]).toEqual(expect.arrayContaining(["Task", "Bash"]));
      expect(userTexts(playing)).toEqual([
        "<tool_use_error>Error: No such tool available: WebFetch. WebFetch is disabled for this session, in subagents as well as here.</tool_use_error>",
        "ran",
      ]);
    },
  );

  it("an agent cannot call an excluded tool either", async () => {
    const agent = { tool: "Agent", input: { prompt: "Look." }, agent: { replies: [[fetch], "Nothing."] } };
    const playing = await playAll([{ replies: [[agent], "done"] }], ["go"], { tools: ["Task"], version: "2.1.74" });
    expect(userTexts(playing)).toContain("<tool_use_error>Error: No such tool available: WebFetch</tool_use_error>");
  });
});

describe("a fallback model", () => {
  const overloaded = (times: number): JsonObject => ({ error: { status: 529, times }, blocks: [{ text: "hello" }] });
  const models = (lines: readonly JsonObject[]): readonly unknown[] =>
    lines.filter((line) => line["type"] === "assistant").map((line) => (line["message"] as JsonObject)["model"]);

  it("the fallback model answers the rest of the turn only", async () => {
    const turns = [{ replies: [overloaded(3)] }, { replies: ["again"] }];
    const playing = await playAll(turns, ["go", "on"], { fallbackModel: "claude-sonnet-4-5" });
    expect(models(playing.lines)).toEqual(["claude-sonnet-4-5", "claude-opus-5-5"]);
    expect(playing.lines.find((line) => line["subtype"] === "model_fallback")).toMatchObject({
      trigger: "overloaded",
      original_model: "claude-opus-5-5",
      content: "Switched to Sonnet 4.5 due to high demand for Opus 5.5 · context window 1M → 200K tokens",
    });
  });

  it("the fallback model gets all retries again, and then the turn fails", async () => {
    const playing = await playAll([{ replies: [{ error: { status: 529 } }] }], ["go"], {
      fallbackModel: "sonnet",
      maxRetries: 4,
    });
    const retries = playing.lines.filter((line) => line["subtype"] === "api_retry").map((line) => line["attempt"]);
    expect(retries).toEqual([1, 2, 1, 2, 3, 4]);
    expect(playing.results()).toMatchObject([{ is_error: true }]);
  });

  it("does not switch to the fallback model after two overloads", async () => {
    const playing = await playAll([{ replies: [overloaded(2)] }], ["go"], { fallbackModel: "sonnet" });
    expect(models(playing.lines)).toEqual(["claude-opus-5-5"]);
  });
});
