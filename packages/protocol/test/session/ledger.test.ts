import { describe, expect, it } from "vitest";
import {
  costByModel,
  finalText,
  mcpHealth,
  toolHealth,
  transcriptOf,
  usageByModel,
} from "../../src/session/selectors.ts";
import type { Event } from "../../src/translate/events.ts";
import { event, fold, INIT, readRecording, says, turnEnd, usageOf } from "./events.ts";

describe("the ledger", () => {
  it("adds up the cost of the turns", () => {
    const state = fold([
      turnEnd({ costUsd: 0.25, text: "one" }),
      turnEnd({ costUsd: 0.5, text: "two", durationMs: 7 }),
    ]);
    expect(state.ledger.totalCostUsd).toBe(0.75);
    expect(state.ledger.turns.toArray()).toMatchObject([
      { costUsd: 0.25, text: "one", outcome: "success" },
      { costUsd: 0.5, text: "two", durationMs: 7 },
    ]);
  });

  it("counts the usage of models before any turn has ended, each message once", () => {
    const ends = (output: number): Event =>
      event("message-end", { messageId: "m", model: "opus", stopReason: null, usage: usageOf(1, output) });
    const state = fold([event("message-start", { messageId: "m", model: "opus" }), ends(2), ends(7)]);
    expect(usageByModel(state)).toEqual([{ model: "opus", usage: usageOf(1, 7) }]);
  });

  it("counts a model once although results name it with its context window and messages do not", () => {
    const state = fold([
      event("message-start", { messageId: "m", model: "opus" }),
      event("message-end", { messageId: "m", model: "opus", stopReason: null, usage: usageOf(1, 2) }),
      turnEnd({ modelUsage: { "opus[1m]": figures(1, 10) } }),
    ]);
    expect(usageByModel(state).map(({ model }) => model)).toEqual(["opus[1m]"]);
  });

  it("counts from zero after /clear, so that the models add up to the total", () => {
    const state = fold([
      turnEnd({ costUsd: 0.01, modelUsage: { opus: figures(0.01, 10) } }),
      event("notice", { subtype: "conversation_reset", data: {} }),
      turnEnd({ modelUsage: { opus: figures(0, 0) } }),
      turnEnd({ costUsd: 0.05, modelUsage: { opus: figures(0.05, 50) } }),
    ]);
    expect(costByModel(state)[0]?.costUsd).toBeCloseTo(state.ledger.totalCostUsd);
  });

  it("uses differences per model, because the CLI counts per process", () => {
    const state = fold([
      turnEnd({ modelUsage: { opus: figures(1, 10) } }),
      turnEnd({ modelUsage: { opus: figures(3, 30), haiku: figures(0.5, 5) } }),
      turnEnd({ modelUsage: { opus: figures(3, 30), haiku: figures(0.5, 5) } }),
    ]);
    expect(costByModel(state)).toEqual([
      { model: "opus", costUsd: 3 },
      { model: "haiku", costUsd: 0.5 },
    ]);
    expect(usageByModel(state)[0]).toEqual({ model: "opus", usage: usageOf(30, 30) });
  });

  it("treats a count smaller than before as restarted from zero", () => {
    const state = fold([
      turnEnd({ modelUsage: { opus: figures(3, 30) } }),
      turnEnd({ modelUsage: { opus: figures(1, 10) } }),
    ]);
    expect(costByModel(state)).toEqual([{ model: "opus", costUsd: 4 }]);
  });

  it("adds nothing for zeros or a missing report, and continues from the previous count", () => {
    const state = fold([
      turnEnd({ modelUsage: { opus: figures(3, 30) } }),
      turnEnd({ modelUsage: { opus: figures(0, 0) } }),
      turnEnd(),
      turnEnd({ modelUsage: { opus: figures(4, 40) } }),
    ]);
    expect(costByModel(state)).toEqual([{ model: "opus", costUsd: 4 }]);
  });

  it("accepts figures of any type without failing", () => {
    const modelUsage = { a: null, b: "x", c: { costUSD: "1" }, __proto__: 1 } as never;
    expect(costByModel(fold([turnEnd({ modelUsage })]))).toEqual([]);
  });

  it("counts only the difference of a resumed session's first turn, although the CLI's total continues", () => {
    const { events } = readRecording("2.1.325", "cost-resumed");
    const state = fold(events);
    const costs = events.flatMap((item) => (item.type === "turn-end" ? [item.costUsd] : []));
    expect(costs.map((cost) => cost.toFixed(6))).toEqual(["0.000448", "0.000448"]);
    expect(costByModel(state).map(({ costUsd }) => costUsd.toFixed(6))).toEqual(["0.000896"]);
    expect(state.ledger.totalCostUsd.toFixed(6)).toBe("0.000896");
  });
});

describe("the final text", () => {
  it("is the last turn's answer", () => {
    expect(finalText(fold([INIT, ...says("m", "draft"), ...says("n", "answer"), turnEnd({ text: "answer" })]))).toBe(
      "answer",
    );
  });

  it("is the text so far while the turn runs", () => {
    const half = event("text-delta", { messageId: "n", block: 0, text: "half" });
    expect(finalText(fold([INIT, ...says("m", "old"), turnEnd({ text: "old" }), INIT]))).toBe("");
    expect(finalText(fold([INIT, ...says("m", "old"), turnEnd({ text: "old" }), INIT, half]))).toBe("half");
  });

  it("is never an error's text", () => {
    expect(finalText(fold([INIT, ...says("m", "so far"), turnEnd({ outcome: "error", text: "Limit" })]))).toBe(
      "so far",
    );
    expect(
      finalText(fold([INIT, ...says("m", "old"), turnEnd(), INIT, turnEnd({ outcome: "error", text: "Limit" })])),
    ).toBe("");
  });

  it("is empty before the first text", () => {
    expect(finalText(fold([]))).toBe("");
  });
});

describe("the setup", () => {
  it("shows which servers and tools are missing", () => {
    const state = fold([INIT]);
    expect(mcpHealth(state)).toEqual([{ name: "mail", status: "failed" }]);
    expect(toolHealth(state, ["Bash", "Write"])).toEqual({
      missingTools: ["Write"],
      surplusTools: ["Read"],
      unavailableServers: [{ name: "mail", status: "failed" }],
    });
  });

  it("keeps its identity when the next turn's init is equal", () => {
    const first = fold([INIT, turnEnd()]);
    expect(fold([structuredClone(INIT)], first).setup).toBe(first.setup);
    expect(fold([{ ...INIT, model: "haiku" }], first).setup.model).toBe("haiku");
  });

  it("follows the permission mode of status messages", () => {
    const plan = event("session-status", { status: null, permissionMode: "plan" });
    expect(fold([INIT, plan]).setup).toMatchObject({ permissionMode: "plan", model: "opus" });
  });

  it("keeps the latest report of each rate limit", () => {
    const limit = (status: string, window?: string) =>
      event("rate-limit", window === undefined ? { status } : { status, window });
    const state = fold([
      limit("allowed", "five_hour"),
      limit("allowed", "seven_day"),
      limit("rejected", "five_hour"),
      limit("allowed"),
    ]);
    expect(state.rateLimits.get("five_hour")?.status).toBe("rejected");
    expect(state.rateLimits.size).toBe(3);
  });

  it("gives an empty transcript for an unknown agent", () => {
    expect(transcriptOf(fold([INIT]), "nobody").length).toBe(0);
  });
});

function figures(costUSD: number, tokens: number) {
  return {
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    webSearchRequests: 0,
    costUSD,
    contextWindow: 200_000,
  };
}
