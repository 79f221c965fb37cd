// The end of a turn: outcome, text, money.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assistant, decodeLines, only, result, streamedText, partial, text, type Line } from "./lines.ts";

function turns(lines: readonly Line[], options = {}): ReturnType<typeof only<"turn-end">> {
  return only(decodeLines(lines, options), "turn-end");
}

function recorded(name: string): ReturnType<typeof only<"turn-end">> {
  const lines = readFileSync(join(import.meta.dirname, "../recordings", `${name}.ndjson`), "utf8")
    .trimEnd()
    .split("\n");
  return only(decodeLines(lines), "turn-end");
}

describe("the outcome of a turn", () => {
  it.each([
    ["success", result(), "success"],
    ["an API error that calls itself success", result({ is_error: true, result: "API Error" }), "error"],
    ["a limit", result({ subtype: "error_max_turns" }), "error"],
    [
      "the documented error",
      { type: "result", subtype: "error", error: "Rate limit exceeded", is_error: true },
      "error",
    ],
    [
      "an abort by its reason",
      result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" }),
      "interrupted",
    ],
    ["an abort by a message sent with priority now", result({ terminal_reason: "aborted_streaming" }), "interrupted"],
    ["a failure without a mark of an interrupt", result({ subtype: "error_during_execution" }), "error"],
  ])("is right for %s", (_, line, outcome) => {
    expect(turns([line]).map((turn) => turn.outcome)).toEqual([outcome]);
  });

  it("carries errors of either form", () => {
    const [documented, real] = turns([
      { type: "result", subtype: "error", error: "Rate limit exceeded", is_error: true },
      result({ subtype: "error_max_turns", errors: ["Reached maximum number of turns (1)"] }),
    ]);
    expect(documented).toMatchObject({ text: "Rate limit exceeded", errors: ["Rate limit exceeded"] });
    expect(real).toMatchObject({
      text: "Reached maximum number of turns (1)",
      errors: ["Reached maximum number of turns (1)"],
    });
  });

  it.each(["1.0.128", "2.1.74", "2.1.325"])("is interrupted after an interrupt of %s", (version) => {
    expect(recorded(`${version}/interrupted`).map((turn) => turn.outcome)).toEqual(["interrupted"]);
  });
});

describe("the text of a turn", () => {
  it("is a doubly encoded result decoded when it equals what was said", () => {
    expect(turns([assistant("m", [text("Hello")]), result({ result: '"Hello"' })])[0]?.text).toBe("Hello");
  });

  it("keeps the quotes of a model that quoted", () => {
    expect(turns([assistant("m", [text('"Hello"')]), result({ result: '"Hello"' })])[0]?.text).toBe('"Hello"');
    expect(turns([assistant("m", [text("other")]), result({ result: '"Hello"' })])[0]?.text).toBe('"Hello"');
  });

  it("is decoded without anything to compare it with only if nothing looks like a real CLI", () => {
    expect(turns([result({ result: '"Hello"' })])[0]?.text).toBe("Hello");
    expect(turns([result({ result: '"Hello"', uuid: "u1" })])[0]?.text).toBe('"Hello"');
    expect(
      turns([{ type: "system", subtype: "init", claude_code_version: "2.1.74" }, result({ result: '"Hello"' })])[0]
        ?.text,
    ).toBe('"Hello"');
  });

  it("is what was said last where the result has none", () => {
    expect(turns([assistant("m", [text("said")]), result()])[0]?.text).toBe("said");
  });
});

describe("the cost of a turn", () => {
  it("is the difference of totals, never the total", () => {
    const costs = turns([0.1, 0.25, 0.25, 0.5].map((total) => result({ total_cost_usd: total }))).map(
      (turn) => turn.costUsd,
    );
    expect(costs.map((cost) => Number(cost.toFixed(6)))).toEqual([0.1, 0.15, 0, 0.25]);
  });

  it("starts from what a resumed session had cost", () => {
    expect(turns([result({ total_cost_usd: 0.5 })], { previousCostUsd: 0.4 })[0]?.costUsd).toBeCloseTo(0.1);
  });

  it("is nothing for a result that reports zero, and the count goes on", () => {
    const costs = turns([
      result({ total_cost_usd: 0.2 }),
      result({ total_cost_usd: 0 }),
      result({ total_cost_usd: 0.3 }),
    ]).map((turn) => turn.costUsd);
    expect(costs.map((cost) => Number(cost.toFixed(6)))).toEqual([0.2, 0, 0.1]);
  });

  it("starts from zero after /clear", () => {
    const reset = { type: "conversation_reset", new_conversation_id: "c2" };
    const costs = turns([
      result({ total_cost_usd: 0.2 }),
      reset,
      result({ total_cost_usd: 0 }),
      result({ total_cost_usd: 0.3 }),
    ]);
    expect(costs.map((turn) => turn.costUsd)).toEqual([0.2, 0, 0.3]);
  });

  it("is the documented cost_usd where a document's stream has it", () => {
    expect(turns([result({ cost_usd: 0.0045, total_cost_usd: 0.0123 })])[0]).toMatchObject({
      costUsd: 0.0045,
      totalCostUsd: 0.0123,
    });
  });

  it.each(["1.0.128", "2.1.74", "2.1.325"])(
    "adds up to the total over turns, an interrupt among them, of %s",
    (version) => {
      const ends = recorded(`${version}/cost-turns`);
      expect(ends.length).toBe(4);
      expect(ends.reduce((sum, turn) => sum + turn.costUsd, 0)).toBeCloseTo(
        ends.at(-1)?.totalCostUsd ?? Number.NaN,
        10,
      );
    },
  );

  it("is counted once over several results of one prompt", () => {
    const ends = recorded("2.1.325/background-agents");
    expect(ends.map((turn) => turn.resultIndex)).toEqual([0, 1, 2, 3]);
    expect(ends.reduce((sum, turn) => sum + turn.costUsd, 0)).toBeCloseTo(ends.at(-1)?.totalCostUsd ?? Number.NaN, 10);
  });
});

describe("the usage of a message", () => {
  it("comes once, with the highest figure, though every line repeats it", () => {
    const line = (content: unknown[], output: number): Line => ({
      type: "assistant",
      message: { id: "m", content, usage: { input_tokens: 5, output_tokens: output } },
    });
    // 1.0.128 may show the final figure on any line of a message.
    const events = decodeLines([line([text("a")], 1), line([text("b")], 20), line([text("c")], 1), result()]);
    expect(only(events, "message-end").map((event) => event.usage?.outputTokens)).toEqual([20]);
  });

  it("is that of message_delta when assistant lines say 1", () => {
    const events = decodeLines([
      ...streamedText("m", ["x"]),
      { type: "assistant", message: { id: "m", content: [text("x")], usage: { output_tokens: 1 } } },
      partial({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 150 } }),
      partial({ type: "message_stop" }),
    ]);
    expect(only(events, "message-end")).toMatchObject([{ stopReason: "end_turn", usage: { outputTokens: 150 } }]);
  });
});
