import { initialState, reduce, type RateLimitEvent, type SessionState, type TurnEndEvent } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { computeRateLimitWaitMs } from "../../src/limits/rate-limit.ts";
import { readRecording } from "../turn/recorded-turns.ts";

const NOW = 1_800_000_000_000;
const IN_AN_HOUR = NOW / 1000 + 3600;
const HOUR_MS = 3_600_000;

const REFUSED: TurnEndEvent = {
  type: "turn-end",
  agent: null,
  line: 9,
  outcome: "error",
  subtype: "success",
  text: "You've hit your limit",
  errors: [],
  stopReason: null,
  costUsd: 0,
  modelUsage: {},
  denials: [],
};

function limits(...events: readonly Partial<RateLimitEvent>[]): SessionState {
  let state = initialState();
  for (const fields of events) {
    state = reduce(state, { type: "rate-limit", agent: null, line: 1, status: "rejected", ...fields });
  }
  return state;
}

describe("a turn that a rate limit refused", () => {
  it("waits until a second after the reset", () => {
    expect(computeRateLimitWaitMs(REFUSED, limits({ resetsAt: IN_AN_HOUR }), NOW, true)).toBe(HOUR_MS + 1000);
  });

  it("waits for the last of the windows that refuse", () => {
    const state = limits(
      { window: "five_hour", resetsAt: IN_AN_HOUR },
      { window: "seven_day", resetsAt: IN_AN_HOUR + 60 },
      { window: "seven_day_opus", status: "allowed_warning", resetsAt: IN_AN_HOUR + 999 },
    );
    expect(computeRateLimitWaitMs(REFUSED, state, NOW, true)).toBe(HOUR_MS + 61_000);
  });

  it("does not wait if the wait would exceed maxWaitMs", () => {
    const state = limits({ resetsAt: IN_AN_HOUR });
    expect(computeRateLimitWaitMs(REFUSED, state, NOW, { maxWaitMs: HOUR_MS })).toBeUndefined();
    expect(computeRateLimitWaitMs(REFUSED, state, NOW, { maxWaitMs: HOUR_MS + 1000 })).toBe(HOUR_MS + 1000);
  });

  it("waits for the reset time in the text of old CLIs", () => {
    const end = { ...REFUSED, text: `Claude AI usage limit reached|${IN_AN_HOUR}` };
    expect(computeRateLimitWaitMs(end, initialState(), NOW, true)).toBe(HOUR_MS + 1000);
  });

  it("does not wait unless the option is set", () => {
    const state = limits({ resetsAt: IN_AN_HOUR });
    expect(computeRateLimitWaitMs(REFUSED, state, NOW, false)).toBeUndefined();
    expect(computeRateLimitWaitMs(REFUSED, state, NOW, undefined)).toBeUndefined();
  });
});

describe("a turn without a pending rate limit", () => {
  it.each([
    ["if it succeeded", { ...REFUSED, outcome: "success" as const }, limits({ resetsAt: IN_AN_HOUR })],
    ["while requests pass", REFUSED, limits({ status: "allowed_warning", resetsAt: IN_AN_HOUR })],
    ["while extra usage is billed", REFUSED, limits({ resetsAt: IN_AN_HOUR, overage: { isInUse: true } })],
    ["long after the reset", REFUSED, limits({ resetsAt: IN_AN_HOUR - 7200 })],
    ["without a known reset time", REFUSED, limits({})],
  ])("does not wait %s", (_name, end, state) => {
    expect(computeRateLimitWaitMs(end, state, NOW, true)).toBeUndefined();
  });
});

describe("recorded turns", () => {
  it.each(["2.1.74", "2.1.200", "2.1.325"])("wait only if a rate limit refused them (%s)", (version) => {
    const { turns } = readRecording(`scenarios/${version}/rate-limit-rejected`);
    const waits = turns.flatMap(({ end, after }) => {
      if (end === undefined) return [];
      const limit = after.rateLimits.toArray().find(({ status }) => status === "rejected");
      const now = (limit?.resetsAt ?? 0) * 1000 - HOUR_MS;
      return [[end.outcome, computeRateLimitWaitMs(end, after, now, true)]];
    });
    expect(waits).toContainEqual(["error", HOUR_MS + 1000]);
    expect(waits.filter(([outcome]) => outcome === "success").every(([, wait]) => wait === undefined)).toBe(true);
  });

  it("wait for the reset time in the text (1.0.60)", () => {
    const { turns } = readRecording("scenarios/1.0.60/rate-limit-rejected");
    const waits = turns.flatMap(({ end, after }) =>
      end === undefined ? [] : [computeRateLimitWaitMs(end, after, 1_794_800_000_000 - HOUR_MS, true)],
    );
    expect(waits).toContain(HOUR_MS + 1000);
  });

  it("do not wait for an error that is not a rate limit", () => {
    const { turns } = readRecording("recordings/2.1.325/api-error-401");
    const state = limits({ resetsAt: IN_AN_HOUR });
    for (const { end } of turns)
      if (end !== undefined) expect(computeRateLimitWaitMs(end, state, NOW, true)).toBeUndefined();
  });
});
