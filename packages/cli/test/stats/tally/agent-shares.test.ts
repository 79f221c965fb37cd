// Cases that the recordings do not have.
import { describe, expect, it } from "vitest";
import { computeAgentShares, UNKNOWN_AGENT, type AgentMessage } from "../../../src/stats/tally/agent-shares.ts";

import { addUsage, createUsage, type Usage } from "../../../src/stats/scan/usage.ts";
import { parseModelUsage } from "../../../src/stats/read/model-usage.ts";

const toUsage = (some: Partial<Usage>): Usage => ({ ...createUsage(), ...some });
const message = (agent: string, some: Partial<Usage>): AgentMessage => ({ agent, usage: toUsage(some) });
const getKind = (agent: string): string => agent.replace(/\d+$/, "");

/** Sums by agent. */
function sumShares(
  whole: Partial<Usage>,
  messages: readonly AgentMessage[],
  reports: readonly AgentMessage[] = [],
): Record<string, Usage> | undefined {
  const divided = computeAgentShares({ usage: toUsage(whole), messages, reports, getKind });
  if (divided === undefined) return undefined;
  const sums: Record<string, Usage> = {};
  for (const { agent, usage: own } of divided.shares) addUsage((sums[agent] ??= createUsage()), own);
  return sums;
}

describe("computeAgentShares", () => {
  it("assigns the output to the only kind of agent", () => {
    const shares = sumShares({ input: 30, output: 500 }, [
      message("Explore1", { input: 10, output: 1 }),
      message("Explore2", { input: 20, output: 1 }),
    ]);
    expect(shares).toEqual({ Explore1: toUsage({ input: 10, output: 500 }), Explore2: toUsage({ input: 20 }) });
  });

  it("divides the output of several kinds as far as the results of their calls report it", () => {
    const messages = [message("Explore1", { input: 10 }), message("Plan1", { input: 20 })];
    const reports = [message("Explore1", { input: 5, output: 100 }), message("Plan1", { input: 5, output: 200 })];
    expect(sumShares({ input: 40, output: 1000 }, messages, reports)).toEqual({
      Explore1: toUsage({ input: 15, output: 100 }),
      Plan1: toUsage({ input: 25, output: 200 }),
      [UNKNOWN_AGENT]: toUsage({ output: 700 }),
    });
    // With forwarded texts the last messages have lines, too, and nothing is left.
    expect(sumShares({ input: 30, output: 300 }, messages, reports)).toEqual({
      Explore1: toUsage({ input: 10, output: 100 }),
      Plan1: toUsage({ input: 20, output: 200 }),
    });
  });

  it("returns undefined if the usage contains something else", () => {
    const messages = [message("Explore1", { input: 10 })];
    expect(sumShares({ input: 11, output: 50 }, messages)).toBeUndefined();
    expect(sumShares({ input: 10, cacheRead: 1, output: 50 }, messages)).toBeUndefined();
    expect(
      sumShares({ input: 10, output: 50 }, messages, [message("Explore1", { input: 10, output: 60 })]),
    ).toBeUndefined();
    expect(sumShares({ output: 50 }, [])).toBeUndefined();
  });

  it("divides cache writes by the duration that the results report", () => {
    const messages = [message("Explore1", { cacheWrite: 300 }), message("Explore2", { cacheWrite: 100 })];
    expect(sumShares({ cacheWriteHour: 400 }, messages)).toEqual({
      Explore1: toUsage({ cacheWriteHour: 300 }),
      Explore2: toUsage({ cacheWriteHour: 100 }),
    });
  });
});

describe("parseModelUsage", () => {
  it("merges reports under the name that messages have", () => {
    const models = parseModelUsage({
      "claude-sonnet-4-5[1m]": { inputTokens: 1, costUSD: 0.5 },
      "claude-sonnet-4-5": { inputTokens: 2, costUSD: 0.25 },
    });
    expect([...models]).toEqual([["claude-sonnet-4-5", { costUsd: 0.75, usage: toUsage({ input: 3 }) }]]);
  });
});
