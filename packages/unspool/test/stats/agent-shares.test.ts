// Whose tokens are agents', in cases that the recordings do not have.
import { describe, expect, it } from "vitest";
import { agentSharesOf, UNTOLD, type AgentMessage } from "../../src/stats/agent-shares.ts";
import { addFigures } from "../../src/stats/cells.ts";
import { type Figures, noFigures } from "../../src/stats/entry.ts";
import { readModels } from "../../src/stats/reported.ts";

const figures = (some: Partial<Figures>): Figures => ({ ...noFigures(), ...some });
const message = (agent: string, some: Partial<Figures>): AgentMessage => ({ agent, figures: figures(some) });
const kindOf = (agent: string): string => agent.replace(/\d+$/, "");

/** Sums by agent. */
function sharesOf(
  whole: Partial<Figures>,
  messages: readonly AgentMessage[],
  reports: readonly AgentMessage[] = [],
): Record<string, Figures> | undefined {
  const told = agentSharesOf({ figures: figures(whole), messages, reports, kindOf });
  if (told === undefined) return undefined;
  const sums: Record<string, Figures> = {};
  for (const { agent, figures: own } of told.shares) addFigures((sums[agent] ??= noFigures()), own);
  return sums;
}

describe("tokens of agents", () => {
  it("are those of their kind, if there is one", () => {
    const shares = sharesOf({ input: 30, output: 500 }, [
      message("Explore1", { input: 10, output: 1 }),
      message("Explore2", { input: 20, output: 1 }),
    ]);
    expect(shares).toEqual({ Explore1: figures({ input: 10, output: 500 }), Explore2: figures({ input: 20 }) });
  });

  it("of several kinds are told apart as far as their calls' results tell it", () => {
    const messages = [message("Explore1", { input: 10 }), message("Plan1", { input: 20 })];
    const reports = [message("Explore1", { input: 5, output: 100 }), message("Plan1", { input: 5, output: 200 })];
    expect(sharesOf({ input: 40, output: 1000 }, messages, reports)).toEqual({
      Explore1: figures({ input: 15, output: 100 }),
      Plan1: figures({ input: 25, output: 200 }),
      [UNTOLD]: figures({ output: 700 }),
    });
    // With forwarded texts the last messages have lines, too, and nothing is left.
    expect(sharesOf({ input: 30, output: 300 }, messages, reports)).toEqual({
      Explore1: figures({ input: 10, output: 100 }),
      Plan1: figures({ input: 20, output: 200 }),
    });
  });

  it("are not told where something else is among them", () => {
    const messages = [message("Explore1", { input: 10 })];
    expect(sharesOf({ input: 11, output: 50 }, messages)).toBeUndefined();
    expect(sharesOf({ input: 10, cacheRead: 1, output: 50 }, messages)).toBeUndefined();
    expect(
      sharesOf({ input: 10, output: 50 }, messages, [message("Explore1", { input: 10, output: 60 })]),
    ).toBeUndefined();
    expect(sharesOf({ output: 50 }, [])).toBeUndefined();
  });

  it("in the cache are there for as long as the results say", () => {
    const messages = [message("Explore1", { cacheWrite: 300 }), message("Explore2", { cacheWrite: 100 })];
    expect(sharesOf({ cacheWriteHour: 400 }, messages)).toEqual({
      Explore1: figures({ cacheWriteHour: 300 }),
      Explore2: figures({ cacheWriteHour: 100 }),
    });
  });
});

describe("what the CLI reports of a model", () => {
  it("goes by the name that messages have", () => {
    const models = readModels({
      "claude-sonnet-4-5[1m]": { inputTokens: 1, costUSD: 0.5 },
      "claude-sonnet-4-5": { inputTokens: 2, costUSD: 0.25 },
    });
    expect([...models]).toEqual([["claude-sonnet-4-5", { costUsd: 0.75, figures: figures({ input: 3 }) }]]);
  });
});
