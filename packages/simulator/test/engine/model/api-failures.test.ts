import { describe, expect, it } from "vitest";
import type { Reply } from "../../../src/scenario/types.ts";
import { playAll, type Playing } from "../play.ts";
import type { EngineOptions } from "../../../src/engine/sessions/options.ts";

async function answered(
  reply: Reply,
  options: Partial<EngineOptions> = {},
  more: readonly Reply[] = [],
): Promise<Playing> {
  return playAll([{ replies: [reply, ...more] }], ["hi"], options);
}

describe("API errors", () => {
  it("retries with a line in 2.1.325 and silently in 2.1.74", async () => {
    const reply = { blocks: [{ text: "after all" }], error: { status: 529, times: 2 } };
    const playing = await answered(reply);
    expect(playing.outline()).toEqual(["init", "api_retry", "api_retry", "assistant text", "result success"]);
    expect((await answered(reply, { version: "2.1.74" })).outline()).toEqual([
      "init",
      "assistant text",
      "result success",
    ]);
  });

  it("reports an overload as a rate limit in 2.1.120", async () => {
    const reply = { blocks: [{ text: "after all" }], error: { status: 529, times: 1 } };
    for (const [version, error] of [
      ["2.1.120", "rate_limit"],
      ["2.1.200", "overloaded"],
    ] as const) {
      const playing = await answered(reply, { version });
      expect(playing.lines.find((line) => line["subtype"] === "api_retry")).toMatchObject({ error });
    }
  });

  it("a final API error becomes a success result with is_error, and exit code 1", async () => {
    const playing = await answered({ error: { status: 400, message: "messages: something is wrong" } });
    expect(playing.outline()).toEqual(["init", "assistant text", "result success"]);
    expect(playing.results()[0]).toMatchObject({
      is_error: true,
      result: "API Error: 400 messages: something is wrong",
      terminal_reason: "api_error",
    });
    expect(playing.code).toBe(1);
  });

  it("exits with code 0 if a later turn succeeds", async () => {
    const playing = await playAll([{ replies: [{ error: { status: 400 } }] }, { replies: ["ok"] }], ["a", "b"]);
    expect(playing.code).toBe(0);
  });

  it("gives up after maxRetries", async () => {
    const playing = await answered({ error: { status: 529 } }, { maxRetries: 3 });
    expect(playing.outline().filter((word) => word === "api_retry")).toHaveLength(3);
    expect(playing.code).toBe(1);
  });

  it("reports an error at the limit of a plan as a rate limit and does not retry", async () => {
    const rateLimit = { status: "rejected", resetsAt: 1_794_800_000, window: "five_hour" } as const;
    const playing = await answered({ error: { status: 429 }, rateLimit }, { apiKeySource: "none" });
    expect(playing.outline()).toEqual(["init", "rate_limit_event", "assistant text", "result success"]);
    expect(playing.results()[0]).toMatchObject({ result: "You've hit your 5-hour limit · resets 3:33am (UTC)" });
    // A reached limit is an error, even if the scenario names only the limit.
    expect((await answered({ rateLimit }, { apiKeySource: "none" })).text).toBe(playing.text);
    const old = await answered({ error: { status: 429 }, rateLimit }, { apiKeySource: "none", version: "2.0.76" });
    expect(old.results()[0]).toMatchObject({ result: "You've hit your limit · resets 3:33am (UTC)" });
  });
});

describe("rate limits", () => {
  it("reports a rate limit to users of a plan when it changes", async () => {
    const warned = {
      blocks: [{ text: "a" }],
      rateLimit: { status: "allowed_warning", utilization: 0.93, resetsAt: 1 },
    } as const;
    const turns = [{ replies: [warned] }, { replies: [warned] }];
    const playing = await playAll(turns, ["a", "b"], { apiKeySource: "none" });
    expect(playing.outline().filter((word) => word === "rate_limit_event")).toHaveLength(1);
    expect((await playAll(turns, ["a", "b"])).outline()).not.toContain("rate_limit_event");
  });
});

describe("broken connections", () => {
  const early = { blocks: [{ text: "alpha beta gamma delta" }], breakAfterPieces: 1 };
  const late = { blocks: [{ text: "first" }, { text: "second block of text" }], breakAfterPieces: 2 };
  const afterCall = {
    blocks: [{ tool: "Bash", input: { command: "echo x" }, result: "x" }, { text: "more text that is cut" }],
    breakAfterPieces: 2,
  };

  it("retries if the connection breaks before the first complete block, and marks the lost part", async () => {
    const playing = await answered(early, { hasPartials: true });
    const stop = playing.lines.findIndex((line) => line["abandoned_blocks"] !== undefined);
    expect(playing.outline()[stop + 1]).toBe("api_retry");
    expect(playing.results()[0]).toMatchObject({ result: "alpha beta gamma delta", num_turns: 1 });
  });

  it("after a complete block, 2.1.325 resumes, 2.1.200 fails and 2.1.74 requests the whole answer again", async () => {
    const newest = await answered(late);
    expect(newest.outline()).toEqual([
      "init",
      "assistant text",
      "user text",
      "assistant text",
      "assistant text",
      "result success",
    ]);
    const middle = await answered(late, { version: "2.1.200" });
    expect(middle.results()[0]).toMatchObject({ is_error: true });
    const old = await answered(late, { version: "2.1.74" });
    expect(old.outline()).toEqual(["init", "assistant text", "assistant text", "assistant text", "result success"]);
    expect(old.results()[0]).toMatchObject({ total_cost_usd: 0 });
  });

  it("2.1.120 counts the whole answer in the total cost but not in the usage", async () => {
    const [result] = (await answered(late, { version: "2.1.120" })).results();
    expect(result).toMatchObject({ usage: { input_tokens: 0, output_tokens: 0 } });
    expect(result?.["total_cost_usd"]).toBeCloseTo(0.000336);
  });

  it("runs a call that arrived before the connection broke, and continues", async () => {
    const playing = await answered(afterCall, {}, ["done"]);
    expect(playing.outline()).toEqual([
      "init",
      "assistant tool_use",
      "user tool_result",
      "assistant text",
      "assistant text",
      "result success",
    ]);
    expect(playing.results()[0]).toMatchObject({ is_error: false, result: "done" });
  });

  it("1.0.128 discards a call that arrived before the connection broke", async () => {
    const playing = await answered(afterCall, { version: "1.0.128" }, ["done"]);
    expect(playing.text).toContain("Streaming fallback triggered");
  });
});

describe("limits", () => {
  const look = { tool: "Bash", input: { command: "echo x" }, result: "x" };

  it("maxTurns ends the turn", async () => {
    const playing = await answered([look], { maxTurns: 1 }, ["never"]);
    expect(playing.results()[0]).toMatchObject({
      subtype: "error_max_turns",
      num_turns: 2,
      errors: ["Reached maximum number of turns (1)"],
    });
    expect(playing.code).toBe(1);
    const old = await answered([look], { maxTurns: 1, version: "2.1.74" }, ["never"]);
    expect([old.results()[0]?.["is_error"], old.code]).toEqual([false, 0]);
  });

  it("maxBudgetUsd ends the turn", async () => {
    const playing = await answered([look], { maxBudgetUsd: 0.0001 }, ["never"]);
    expect(playing.results()[0]).toMatchObject({ subtype: "error_max_budget_usd" });
  });

  it.each([
    ["2.1.325", "message_stop", "tool_use"],
    ["2.1.250", "content_block_stop", null],
    ["2.1.200", "message_stop", "tool_use"],
  ])("maxBudgetUsd makes %s end the message with %s", async (version, lastEvent, stopReason) => {
    const playing = await answered([look], { maxBudgetUsd: 0.0001, hasPartials: true, version }, ["never"]);
    expect(playing.outline().at(-2)).toBe(lastEvent);
    expect(playing.results()[0]).toMatchObject({ stop_reason: stopReason });
  });
});

describe("structured output", () => {
  const jsonSchema = { type: "object", properties: { answer: { type: "number" } }, required: ["answer"] };
  const provide = (answer: string | number): Reply => [{ tool: "StructuredOutput", input: { answer } }];

  it("2.1.325 refuses invalid output, and ends the turn at valid output", async () => {
    const playing = await answered(provide("no"), { jsonSchema }, [provide(42), "never"]);
    expect(playing.results()[0]).toMatchObject({
      structured_output: { answer: 42 },
      result: '{"answer":42}',
      num_turns: 3,
    });
    expect(playing.text).toContain("/answer: must be number");
  });

  it("2.0.76 refuses invalid output with an older text", async () => {
    const properties = { answer: { type: "array", items: { type: "number" } } };
    const schema = { type: "object", properties };
    const answers = [[1, "no"], [1]].map((answer): Reply => [{ tool: "StructuredOutput", input: { answer } }]);
    const [wrong = "", right = ""] = answers;
    const playing = await answered(wrong, { jsonSchema: schema, version: "2.0.76" }, [right, "finished"]);
    expect(playing.text).toContain("schema: .answer[1]: should be number");
  });

  it("valid output ends the turn from 2.1.200 on", async () => {
    const playing = await answered(provide(42), { jsonSchema, version: "2.1.200" }, ["never"]);
    expect(playing.results()[0]).toMatchObject({ structured_output: { answer: 42 }, result: '{"answer":42}' });
  });

  it("the model continues after valid output in 2.1.74", async () => {
    const playing = await answered(provide(42), { jsonSchema, version: "2.1.74" }, ["finished"]);
    expect(playing.results()[0]).toMatchObject({ structured_output: { answer: 42 }, result: "finished" });
  });

  it("asks the model again if the output is missing", async () => {
    const playing = await answered("I forgot", { jsonSchema }, [provide(7)]);
    expect(playing.text).toContain("[structured-output-enforce]");
    expect(playing.results()[0]).toMatchObject({ structured_output: { answer: 7 } });
  });

  it("fails after five invalid outputs", async () => {
    const playing = await answered(
      provide("no"),
      { jsonSchema },
      [1, 2, 3, 4, 5].map(() => provide("no")),
    );
    expect(playing.results()[0]).toMatchObject({ subtype: "error_max_structured_output_retries", num_turns: 6 });
    expect(playing.code).toBe(1);
  });
});
