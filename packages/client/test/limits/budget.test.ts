import { createDecoder, initialState, reduce, type SessionState } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createBudget, type Budget, type BudgetTracker } from "../../src/limits/budget.ts";
import type { BudgetOptions, BudgetReport } from "../../src/limits/types.ts";
import { readRecording, RECORDINGS } from "../turn/recorded-turns.ts";
import { createMadeUpClock } from "./made-up-clock.ts";

/** Creates a session whose CLI output is written by the test. */
function sessionOn(budget: Budget): {
  readonly tracker: BudgetTracker;
  readonly says: (...lines: object[]) => BudgetReport[];
} {
  const tracker = budget.track();
  let state: SessionState = initialState();
  let reports: BudgetReport[] = [];
  const decoder = createDecoder({
    onEvent(event) {
      state = reduce(state, event);
      const report = tracker.observe(event, state);
      if (report !== undefined) reports.push(report);
    },
  });
  return {
    tracker,
    says(...lines) {
      reports = [];
      for (const line of lines)
        decoder.push(`${JSON.stringify({ session_id: "s", parent_tool_use_id: null, ...line })}\n`);
      return reports;
    },
  };
}

const MODEL = "claude-opus-5-5";
const stream = (event: object): object => ({ type: "stream_event", event });
const messageStart = (id: string, input: number, model: string = MODEL): object =>
  stream({
    type: "message_start",
    message: { id, model, role: "assistant", content: [], usage: { input_tokens: input, output_tokens: 1 } },
  });
const textStart = stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const textDelta = (characters: number): object =>
  stream({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x".repeat(characters) } });
const messageDelta = (output: number): object =>
  stream({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: output } });
const messageStop = stream({ type: "message_stop" });
const result = (
  costUsd: number,
  usage: readonly [number, number],
  model: string = MODEL,
  fields: object = {},
): object => ({
  type: "result",
  subtype: "success",
  result: "done",
  total_cost_usd: costUsd,
  modelUsage: { [model]: { inputTokens: usage[0], outputTokens: usage[1], costUSD: costUsd } },
  ...fields,
});
const toolUse = (message: string, id: string): object => ({
  type: "assistant",
  message: {
    id: message,
    model: MODEL,
    role: "assistant",
    content: [{ type: "tool_use", id, name: "Bash", input: {} }],
  },
});

describe("the cost", () => {
  it("is estimated from list prices while the turn runs", () => {
    const budget = createBudget({ usd: 0.05 });
    const { says } = sessionOn(budget);
    // 10,000 tokens at $4 a million.
    expect(says(messageStart("m1", 10_000), textStart)).toEqual([]);
    expect(budget.spending.usd).toBeCloseTo(0.04, 4);
    // 4,000 characters are about 1,000 tokens at $20 a million.
    const [report, ...more] = says(textDelta(4000), textDelta(4000));
    expect(report).toMatchObject({ kind: "usd", limit: 0.05 });
    expect(report?.spent).toBeCloseTo(0.06, 4);
    expect(more).toEqual([]);
  });

  it("is corrected by the message's own figures, then by the CLI's total, and counted once", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    says(messageStart("m1", 1000), textStart, textDelta(400_000));
    expect(budget.spending.usd).toBeCloseTo(2.004, 4);
    says(messageDelta(500), messageStop);
    expect(budget.spending.usd).toBeCloseTo(0.014, 6);
    says(result(0.02, [1000, 500]));
    expect(budget.spending).toMatchObject({ usd: 0.02, tokens: 1500, messages: 1 });
    says(messageStart("m2", 1000), messageDelta(500), messageStop, result(0.04, [2000, 1000]));
    expect(budget.spending.usd).toBeCloseTo(0.04, 9);
    expect(budget.spending).toMatchObject({ tokens: 3000, messages: 2 });
  });

  it("follows the price that the CLI charged, also for an unknown model", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    says(messageStart("m1", 1000, "house-model"), messageDelta(0), messageStop);
    expect(budget.spending.usd).toBe(0);
    says(result(0.01, [1000, 0], "house-model"));
    says(messageStart("m2", 500, "house-model"), textStart);
    // $10 a million in, and five times as much out.
    expect(budget.spending.usd).toBeCloseTo(0.01 + 0.005 + 0.00005, 6);
  });

  it("scales the list price of a model to what was charged", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    says(messageStart("m1", 1_000_000), messageDelta(0), messageStop, result(2, [1_000_000, 0]));
    says(messageStart("m2", 1_000_000));
    expect(budget.spending.usd).toBeCloseTo(4, 3);
  });

  it("includes an interrupted message, although the CLI does not count it", () => {
    const budget = createBudget({ usd: 0.03 });
    const { says, tracker } = sessionOn(budget);
    const cut = { subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" };
    expect(says(messageStart("m1", 10_000))).toHaveLength(1);
    says(result(0, [0, 0], MODEL, cut));
    expect(budget.spending.usd).toBeCloseTo(0.04, 4);
    expect(tracker.findReachedLimit()).toMatchObject({ kind: "usd" });
  });

  it("does not include earlier turns of a resumed session again (2.1.325)", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    const added = { [MODEL]: { inputTokens: 12, outputTokens: 20, costUSD: 0.000448 } };
    says(result(5, [60_000, 100_000], MODEL, { model_usage_since_last_result: added }));
    expect(budget.spending).toMatchObject({ usd: 0.000448, tokens: 32 });
  });

  it("includes a block that starts again only once", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    const finished = {
      type: "assistant",
      message: { id: "m1", model: MODEL, content: [{ type: "text", text: "y".repeat(4000) }] },
    };
    says(messageStart("m1", 0), textStart, textDelta(4000), finished);
    expect(budget.spending.usd).toBeCloseTo(0.02, 6);
  });
});

describe("limits on counts", () => {
  it("allow the given number of messages and report the next one", () => {
    const budget = createBudget({ messages: 2 });
    const { says, tracker } = sessionOn(budget);
    expect(tracker.findReachedLimit()).toBeUndefined();
    expect(says(messageStart("m1", 1), messageDelta(1), messageStop, messageStart("m2", 1))).toEqual([]);
    expect(tracker.findReachedLimit()).toEqual({ kind: "messages", limit: 2, spent: 2 });
    expect(says(messageStart("m3", 1))).toEqual([{ kind: "messages", limit: 2, spent: 3 }]);
  });

  it("allow the given number of tool calls, and a further prompt without calls", () => {
    const budget = createBudget({ toolCalls: 1 });
    const { says, tracker } = sessionOn(budget);
    expect(says(toolUse("m1", "t1"))).toEqual([]);
    expect(tracker.findReachedLimit()).toBeUndefined();
    expect(says(toolUse("m1", "t2"))).toEqual([{ kind: "toolCalls", limit: 1, spent: 2 }]);
  });

  it("include tool calls of agents that only their tasks report", () => {
    const budget = createBudget();
    const { says } = sessionOn(budget);
    const progress = (toolUses: number): object => ({
      type: "system",
      subtype: "task_progress",
      task_id: "a1",
      tool_use_id: "t1",
      usage: { total_tokens: 1, tool_uses: toolUses, duration_ms: 1 },
    });
    says(toolUse("m1", "t1"), progress(2), progress(3));
    expect(budget.spending.toolCalls).toBe(4);
    says({ ...toolUse("m9", "t9"), parent_tool_use_id: "t1" }, progress(3));
    expect(budget.spending.toolCalls).toBe(4);
  });

  it("are reported once in a turn, and again in the next", () => {
    const { says, tracker } = sessionOn(createBudget({ tokens: 10 }));
    tracker.turnStarted();
    expect(says(messageStart("m1", 10), textStart, textDelta(100), messageDelta(25))).toHaveLength(1);
    tracker.turnEnded();
    tracker.turnStarted();
    expect(says(messageStart("m2", 10), textStart)).toHaveLength(1);
  });
});

describe("the wall time", () => {
  it("runs out while the stream is silent", () => {
    const clock = createMadeUpClock();
    const reports: BudgetReport[] = [];
    const tracker = createBudget({ wallTimeMs: 1000 }, clock).track((report) => reports.push(report));
    clock.advance(5000);
    tracker.turnStarted();
    clock.advance(999);
    expect(reports).toEqual([]);
    clock.advance(1);
    expect(reports).toEqual([{ kind: "wallTimeMs", limit: 1000, spent: 1000 }]);
  });

  it("runs on between turns, while spending does not", () => {
    const clock = createMadeUpClock();
    const budget = createBudget({ wallTimeMs: 1000 }, clock);
    const [one, two] = [budget.track(), budget.track()];
    one.turnStarted();
    clock.advance(100);
    two.turnStarted();
    clock.advance(100);
    one.turnEnded();
    two.turnEnded();
    clock.advance(400);
    expect([budget.spending.wallTimeMs, one.spending.wallTimeMs, two.spending.wallTimeMs]).toEqual([200, 200, 100]);
    expect(one.findReachedLimit()).toBeUndefined();
    clock.advance(400);
    expect(one.findReachedLimit()).toEqual({ kind: "wallTimeMs", limit: 1000, spent: 1000 });
  });

  it("has no timer between turns, without a limit, or after the close", () => {
    const clock = createMadeUpClock();
    const tracker = createBudget({ wallTimeMs: 1000 }, clock).track();
    tracker.turnStarted();
    tracker.turnEnded();
    expect(clock.pendingTimers).toBe(0);
    tracker.turnStarted();
    tracker.close();
    createBudget({}, clock).track().turnStarted();
    expect(clock.pendingTimers).toBe(0);
  });

  it("is measured again after a callback grants more", async () => {
    const clock = createMadeUpClock();
    const reports: BudgetReport[] = [];
    const budget = createBudget({ wallTimeMs: 1000, onExceeded: () => ({ wallTimeMs: 3000 }) }, clock);
    budget.track((report) => reports.push(report)).turnStarted();
    clock.advance(1000);
    expect(await budget.decide(reports[0] as BudgetReport)).toEqual({ goesOn: true });
    clock.advance(2000);
    expect(reports.map(({ limit }) => limit)).toEqual([1000, 3000]);
  });
});

describe("several sessions with one budget", () => {
  it("add up their spending, and each gets the report", () => {
    const budget = createBudget({ tokens: 25 });
    const [one, two] = [sessionOn(budget), sessionOn(budget)];
    expect(one.says(messageStart("m1", 20))).toEqual([]);
    expect(two.says(messageStart("m1", 20))).toEqual([{ kind: "tokens", limit: 25, spent: 42 }]);
    expect(one.says(textStart, textDelta(8))).toHaveLength(1);
    expect([one.tracker.spending.tokens, two.tracker.spending.tokens]).toEqual([22, 21]);
    expect(budget.isExceeded).toBe(true);
  });

  it("share one decision of the callback", async () => {
    let asked = 0;
    const budget = createBudget({
      tokens: 10,
      onExceeded: () => {
        asked += 1;
        return true;
      },
    });
    const [report] = sessionOn(budget).says(messageStart("m1", 20));
    const [first, second] = [budget.decide(report as BudgetReport), budget.decide(report as BudgetReport)];
    expect([await first, await second]).toEqual([{ goesOn: true }, { goesOn: true }]);
    expect(await budget.decide(report as BudgetReport)).toEqual({ goesOn: true });
    expect(asked).toBe(1);
    expect(budget.limits).toEqual({});
  });
});

describe("a limit that was reached", () => {
  async function decide(onExceeded: BudgetOptions["onExceeded"], onAsk?: () => boolean): Promise<string> {
    const budget = createBudget({ tokens: 10, ...(onExceeded === undefined ? {} : { onExceeded }) });
    const [report] = sessionOn(budget).says(messageStart("m1", 20));
    const { goesOn } = await budget.decide(report as BudgetReport, onAsk);
    return goesOn ? "go-on" : "stop";
  }

  it.each<[string, BudgetOptions["onExceeded"], string]>([
    ["there is no callback", undefined, "stop"],
    ["the callback lifts it", () => Promise.resolve(true), "go-on"],
    ["the callback raises it", () => ({ tokens: 100 }), "go-on"],
    ["the callback does not raise it enough", () => ({ tokens: 11 }), "stop"],
    ["the callback raises another limit", () => ({ usd: 1 }), "stop"],
    ["the callback returns false", () => false, "stop"],
    ["the callback returns nothing", () => undefined, "stop"],
    [
      "the callback throws",
      () => {
        throw new Error("no");
      },
      "stop",
    ],
    ["the callback rejects", () => Promise.reject(new Error("no")), "stop"],
    ["the callback returns an invalid limit", () => ({ tokens: Number.NaN }), "stop"],
    ["the session has no callback to ask", "ask", "stop"],
  ])("stops the turn or not if %s", async (_name, onExceeded, expected) => {
    expect(await decide(onExceeded)).toBe(expected);
  });

  it("gives every session the reason why the callback could not decide", async () => {
    const budget = createBudget({ tokens: 10, onExceeded: () => ({ tokens: -5 }) });
    const [report] = sessionOn(budget).says(messageStart("m1", 20));
    const decisions = [budget.decide(report as BudgetReport), budget.decide(report as BudgetReport)];
    for (const decision of [await decisions[0], await decisions[1]]) {
      expect(decision).toEqual({ goesOn: false, problem: expect.stringContaining("budget.tokens is -5") as string });
    }
  });

  it('is decided by the session\'s callback with onExceeded: "ask"', async () => {
    expect(await decide("ask", () => true)).toBe("go-on");
    expect(await decide("ask", () => false)).toBe("stop");
    expect(await decide("stop", () => true)).toBe("stop");
  });

  it("is reported again when it was raised and reached again", async () => {
    const budget = createBudget({ tokens: 10, onExceeded: ({ limit }) => ({ tokens: limit * 10 }) });
    const { says } = sessionOn(budget);
    const [report] = says(messageStart("m1", 20), textStart);
    await budget.decide(report as BudgetReport);
    expect(says(textDelta(40))).toEqual([]);
    expect(says(textDelta(400))).toMatchObject([{ kind: "tokens", limit: 100 }]);
  });
});

describe("createBudget", () => {
  it.each([
    [{ usd: -1 }, "budget.usd is -1"],
    [{ tokens: Number.NaN }, "budget.tokens is NaN"],
    [{ dollars: 1 }, 'no limit "dollars"'],
    [{ onExceeded: "panic" }, 'budget.onExceeded is "panic"'],
  ])("rejects %j with the value in the message", (options, message) => {
    expect(() => createBudget(options as BudgetOptions)).toThrow(message);
  });
});

describe("recorded sessions", () => {
  it.each(RECORDINGS)("%s: total spending is the sum of the turns", (name) => {
    const { events, turns } = readRecording(name);
    const budget = createBudget();
    const tracker = budget.track();
    for (const [event, state] of events) {
      tracker.observe(event, state);
      expect(budget.spending.usd).toBeGreaterThanOrEqual(0);
    }
    const ended = turns.filter(({ end }) => end !== undefined);
    const costUsd = ended.reduce((sum, { fields }) => sum + fields.costUsd, 0);
    const isComplete =
      ended.length > 0 &&
      ended.every(({ end }) => end?.outcome === "success" && Object.keys(end.modelUsage).length > 0);
    if (isComplete) expect(budget.spending.usd).toBeCloseTo(costUsd, 9);
    else expect(budget.spending.usd).toBeGreaterThanOrEqual(costUsd - 1e-9);
    const calls = turns.flatMap(({ fields }) => fields.toolCalls.map(({ id }) => id));
    expect(budget.spending.toolCalls).toBeGreaterThanOrEqual(new Set(calls).size);
  });
});

describe("the option `spent`", () => {
  it("counts for the limits from the start", () => {
    const budget = createBudget({ usd: 1, spent: { usd: 0.75, messages: 3 } });
    expect([budget.spending.usd, budget.spending.messages, budget.isExceeded]).toEqual([0.75, 3, false]);
    expect(createBudget({ usd: 1, spent: { usd: 1 } }).isExceeded).toBe(true);
    expect(createBudget({ wallTimeMs: 1000, spent: { wallTimeMs: 1000 } }).isExceeded).toBe(true);
  });

  it("accepts the spending of another budget or session", () => {
    const { spending } = createBudget({ spent: { usd: 0.5, tokens: 10 } });
    expect(createBudget({ usd: 1, spent: spending }).spending).toEqual(spending);
  });

  it.each([[{ usd: -1 }], [{ dollars: 1 }], [5]])("rejects %j", (spent) => {
    expect(() => createBudget({ spent: spent as object })).toThrow(/budget\.spent|no limit "dollars"/);
  });
});
