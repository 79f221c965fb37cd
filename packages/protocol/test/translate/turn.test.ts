// The end of a turn: outcome, text and cost.
import { describe, expect, it } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { createDecoder, initialState, reduce, usageByModel, type Event } from "../../src/index.ts";
import { assistant, decodeLines, only, result, streamedText, partial, text, type Line } from "./lines.ts";

function turns(lines: readonly Line[], options = {}): ReturnType<typeof only<"turn-end">> {
  return only(decodeLines(lines, options), "turn-end");
}

function recorded(name: string): ReturnType<typeof only<"turn-end">> {
  return only(decodeLines(loadRun(`recordings/${name}`).lines), "turn-end");
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
  ])("is read from %s", (_, line, outcome) => {
    expect(turns([line]).map((turn) => turn.outcome)).toEqual([outcome]);
  });

  it("contains errors in both forms", () => {
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

  it.each([
    ["2.1.325", 429, "rate_limit_error"],
    ["2.1.200", 429, undefined],
    ["2.1.74", undefined, undefined],
  ])("contains the API error as %s reports it", (version, apiErrorStatus, apiErrorType) => {
    const failed = recorded(`${version}/rate-limit`).filter((turn) => turn.outcome === "error");
    expect(failed.map((turn) => [turn.apiErrorStatus, turn.apiErrorType])).toEqual([[apiErrorStatus, apiErrorType]]);
    const [good] = turns([result({ api_error_status: null })]);
    expect([good?.apiErrorStatus, good?.apiErrorType]).toEqual([undefined, undefined]);
  });

  it.each(["1.0.128", "2.1.74", "2.1.325"])("is `interrupted` after an interrupt of %s", (version) => {
    expect(recorded(`${version}/interrupted`).map((turn) => turn.outcome)).toEqual(["interrupted"]);
  });
});

describe("the text of a turn", () => {
  it("is a decoded doubly encoded result if that equals the last message", () => {
    expect(turns([assistant("m", [text("Hello")]), result({ result: '"Hello"' })])[0]?.text).toBe("Hello");
  });

  it("is decoded if it contains several texts of the last message, or differs only by a final newline", () => {
    const several = assistant("m", [text("One."), text("Two.")]);
    const textOf = (result_: string, ...lines: Parameters<typeof turns>[0][number][]): string | undefined =>
      turns([...lines, result({ result: JSON.stringify(result_) })])[0]?.text;
    expect(textOf("One.Two.", several)).toBe("One.Two.");
    expect(textOf("One.\nTwo.", several)).toBe("One.\nTwo.");
    expect(textOf("Two.", several)).toBe("Two.");
    expect(textOf("Hello\n", assistant("m", [text("Hello")]))).toBe("Hello\n");
    expect(textOf("Hello", assistant("m", [text("Hello\n")]))).toBe("Hello");
    // Not the last message, or not all of it up to its end.
    expect(textOf("One.Three.", several)).toBe('"One.Three."');
    expect(textOf("One.", several)).toBe('"One."');
    expect(textOf("Before.After.", assistant("a", [text("Before.")]), assistant("b", [text("After.")]))).toBe(
      '"Before.After."',
    );
  });

  it("keeps quotes that the model wrote", () => {
    expect(turns([assistant("m", [text('"Hello"')]), result({ result: '"Hello"' })])[0]?.text).toBe('"Hello"');
    expect(turns([assistant("m", [text("other")]), result({ result: '"Hello"' })])[0]?.text).toBe('"Hello"');
  });

  it("is decoded without a message to compare only if nothing indicates a real CLI", () => {
    expect(turns([result({ result: '"Hello"' })])[0]?.text).toBe("Hello");
    expect(turns([result({ result: '"Hello"', uuid: "u1" })])[0]?.text).toBe('"Hello"');
    expect(
      turns([{ type: "system", subtype: "init", claude_code_version: "2.1.74" }, result({ result: '"Hello"' })])[0]
        ?.text,
    ).toBe('"Hello"');
  });

  it("is the last message if the result has no text", () => {
    expect(turns([assistant("m", [text("said")]), result()])[0]?.text).toBe("said");
  });
});

describe("the cost of a turn", () => {
  it("is the difference between totals", () => {
    const costs = turns([0.1, 0.25, 0.25, 0.5].map((total) => result({ total_cost_usd: total }))).map(
      (turn) => turn.costUsd,
    );
    expect(costs.map((cost) => Number(cost.toFixed(6)))).toEqual([0.1, 0.15, 0, 0.25]);
  });

  it("excludes the earlier cost of a resumed session", () => {
    expect(turns([result({ total_cost_usd: 0.5 })], { previousCostUsd: 0.4 })[0]?.costUsd).toBeCloseTo(0.1);
  });

  it("is 0 for a result that reports zero, and the total continues", () => {
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

  it("is cost_usd in the dialect of the documentation", () => {
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

  it("is counted once for several results of one prompt", () => {
    const ends = recorded("2.1.325/background-agents");
    expect(ends.map((turn) => turn.resultIndex)).toEqual([0, 1, 2, 3]);
    expect(ends.reduce((sum, turn) => sum + turn.costUsd, 0)).toBeCloseTo(ends.at(-1)?.totalCostUsd ?? Number.NaN, 10);
  });
});

describe("the usage of a message", () => {
  it("is emitted once with the highest figure, although every line repeats it", () => {
    const line = (content: unknown[], output: number): Line => ({
      type: "assistant",
      message: { id: "m", content, usage: { input_tokens: 5, output_tokens: output } },
    });
    // 1.0.128 may show the final figure on any line of a message.
    const events = decodeLines([line([text("a")], 1), line([text("b")], 20), line([text("c")], 1), result()]);
    expect(only(events, "message-end").map((event) => event.usage?.outputTokens)).toEqual([20]);
  });

  it("is read from message_delta when assistant lines say 1", () => {
    const events = decodeLines([
      ...streamedText("m", ["x"]),
      { type: "assistant", message: { id: "m", content: [text("x")], usage: { output_tokens: 1 } } },
      partial({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 150 } }),
      partial({ type: "message_stop" }),
    ]);
    expect(only(events, "message-end")).toMatchObject([{ stopReason: "end_turn", usage: { outputTokens: 150 } }]);
  });

  it("is counted once when the assistant line follows message_stop, as in documents", () => {
    const line = (tokens: number): Line => ({
      type: "assistant",
      message: { id: "m", model: "claude-x", content: [text("x")], usage: { input_tokens: tokens, output_tokens: 7 } },
    });
    const events = decodeLines([
      partial({ type: "message_start", message: { id: "m", model: "claude-x", content: [] } }),
      ...streamedText("m", ["x"]).slice(1),
      partial({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 7 } }),
      partial({ type: "message_stop" }),
      line(500),
      line(500),
      result(),
    ]);
    expect(only(events, "message-end").map(({ usage }) => usage?.inputTokens)).toEqual([0, 500]);
    expect(only(events, "text-start")).toHaveLength(1);
    const state = events.reduce(reduce, initialState());
    expect(state.main.usage).toMatchObject({ inputTokens: 500, outputTokens: 7 });
    expect(usageByModel(state)).toMatchObject([{ model: "claude-x", usage: { inputTokens: 500, outputTokens: 7 } }]);
  });
});

describe("a result of another turn", () => {
  const init = (session: string): Line => ({ type: "system", subtype: "init", session_id: session, tools: [] });
  const said = assistant("m", [text("mine")], { session_id: "s", parent_tool_use_id: null });

  it.each([
    ["of another session", { session_id: "other" }, { agent: null, sessionId: "other" }],
    ["of a sub-agent", { session_id: "s", parent_tool_use_id: "t1" }, { agent: "t1", sessionId: "s" }],
  ])("%s is a notice, and the turn continues", (_, envelope, owner) => {
    const events = decodeLines([
      init("s"),
      said,
      result({ result: "theirs", total_cost_usd: 9, ...envelope }),
      assistant("m", [text("more")], { session_id: "s", parent_tool_use_id: null }),
      result({ result: "more", total_cost_usd: 1, session_id: "s" }),
    ]);
    expect(only(events, "notice")).toMatchObject([{ subtype: "result", data: { result: "theirs" }, ...owner }]);
    expect(only(events, "turn-end")).toMatchObject([{ text: "more", costUsd: 1, sessionId: "s" }]);
    expect(only(events, "message-start")).toHaveLength(1);
    expect(events.reduce(reduce, initialState())).toMatchObject({ sessionId: "s", status: "idle" });
  });

  it("is recognized by the last message of the main agent if there is no init message", () => {
    const events = decodeLines([said, result({ session_id: "other" }), result({ session_id: "s" })]);
    expect(only(events, "turn-end").map((turn) => turn.sessionId)).toEqual(["s"]);
  });

  it("does not change the session of lines without a session id", () => {
    const events = decodeLines([init("s"), result({ session_id: "other" }), { type: "keep_alive" }, { type: "odd" }]);
    expect(only(events, "unknown")).toMatchObject([{ sessionId: "s" }]);
  });

  it("does not hide the results of a later session, or of one that /clear starts", () => {
    const lines = [init("a"), result({ session_id: "a" }), init("b"), result({ session_id: "b" })];
    const cleared = [init("a"), { type: "conversation_reset", session_id: "b" }, result({ session_id: "b" })];
    expect(turns(lines)).toHaveLength(2);
    expect(turns(cleared)).toHaveLength(1);
  });
});

describe("a repeated line", () => {
  const again = (line: Line): Line[] => {
    const first = { session_id: "s", uuid: "u", ...line };
    const end = result({ session_id: "s", uuid: "r" });
    return [first, end, first, { ...first, uuid: "v" }];
  };

  it.each([
    ["a finished message", assistant("m", [text("once")])],
    ["a finished message without an id", assistant(undefined, [text("once")])],
    ["a call", assistant("m", [{ type: "tool_use", id: "t", name: "Bash", input: {} }])],
    ["a user message", { type: "user", message: { role: "user", content: "once" } }],
    ["a tool result", { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "" }] } }],
  ])("with %s is ignored after the result, unless it has another uuid", (_, line) => {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    for (const each of again(line)) decoder.push(`${JSON.stringify(each)}\n`);
    expect(events.filter((event) => event.line === 3)).toEqual([]);
    expect(decoder.stats.silent["already-seen"]).toBe(1);
    decoder.end();
    const types = (at: number): string[] => events.filter(({ line: of }) => of === at).map(({ type }) => type);
    expect(types(4)).toEqual(expect.arrayContaining(types(1)));
  });

  it("is ignored if it is a result directly after its own turn, and never hides the next turn", () => {
    const end = result({ session_id: "s", uuid: "r" });
    const prompt = { type: "user", session_id: "s", message: { role: "user", content: "go on" } };
    expect(turns([end, end])).toHaveLength(1);
    expect(turns([end, prompt, end])).toHaveLength(2);
  });

  it("is forgotten eventually, so memory is bounded", () => {
    const line = (id: number): Line => assistant(`m${id}`, [text("x")], { session_id: "s", uuid: `u${id}` });
    const lines = [
      ...Array.from({ length: 5000 }, (_, id) => line(id)),
      result({ session_id: "s" }),
      line(0),
      line(4999),
    ];
    expect(only(decodeLines(lines), "message-start")).toHaveLength(5001);
  });
});
